import { ApiError } from '@cotejo/http/client';
import { useErrorText } from '@cotejo/ui';
import { useRef, useState } from 'react';

export interface Sending {
  readonly sending: boolean;
  /** Words of what went wrong last; null when nothing did. */
  readonly failure: string | null;
  /** Words of the last refusal, wherever they stand: in `failure` or at a field. */
  readonly refusal: string | null;
  /** Words of the server for one field of the body. */
  fieldFault(name: string): string | undefined;
  fail(words: string | null): void;
  /** Runs what a form sends; answers the words of a refusal or null. One at a time. */
  send(work: () => Promise<string | null | void>): Promise<void>;
}

/** Codes of refusals that one field is to blame for, each with its name. */
export type FieldsOfCodes = Readonly<Record<string, string>>;
const NO_FIELDS: FieldsOfCodes = {};

/** What a form shows of what it sends: that it runs, and the words of a refusal, at their field where it has one. */
export function useSending(fieldsOfCodes: FieldsOfCodes = NO_FIELDS): Sending {
  const words = useErrorText();
  const [sending, setSending] = useState(false);
  // Known before the next render: two presses in a row send once.
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
