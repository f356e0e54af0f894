import { ApiError } from '@cotejo/http/error';
import { useErrorText } from '@cotejo/ui';
import { useRef, useState } from 'react';

export interface Sending {
  readonly sending: boolean;
  /** Error text of the last submission; null when there is none. */
  readonly failure: string | null;
  /** Text of the last refusal, whether shown in `failure` or at a field. */
  readonly refusal: string | null;
  /** Server's error text for one field of the body. */
  fieldFault(name: string): string | undefined;
  fail(words: string | null): void;
  /** Runs a submission; it resolves to an error text or null. Only one runs at a time. */
  send(work: () => Promise<string | null | void>): Promise<void>;
}

/** Refusal codes caused by one field, with the field's name. */
export type FieldsOfCodes = Readonly<Record<string, string>>;
const NO_FIELDS: FieldsOfCodes = {};

/** Submission state of a form: whether it runs, and error texts, shown at the field they belong to if there is one. */
export function useSending(fieldsOfCodes: FieldsOfCodes = NO_FIELDS): Sending {
  const words = useErrorText();
  const [sending, setSending] = useState(false);
  // A ref, since state changes only with the next render: a double click must send once.
  const busy = useRef(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  return {
    sending,
    failure,
    refusal,
    fieldFault: (name) => fields[name],
    fail: setFailure,
    async send(work) {
      if (busy.current) return;
      busy.current = true;
      setSending(true);
      setFailure(null);
      setRefusal(null);
      setFields({});
      try {
        const told = (await work()) ?? null;
        setFailure(told);
        setRefusal(told);
      } catch (error) {
        const told = words(error);
        const field = error instanceof ApiError ? fieldsOfCodes[error.code] : undefined;
        setRefusal(told);
        setFailure(field === undefined ? told : null);
        if (error instanceof ApiError) setFields({ ...error.fields, ...(field && { [field]: told }) });
      } finally {
        busy.current = false;
        setSending(false);
      }
    },
  };
}
