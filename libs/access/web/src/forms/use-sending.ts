import { ApiError } from '@cotejo/http/client';
import { useErrorText } from '@cotejo/ui';
import { useState } from 'react';

export interface Sending {
  readonly sending: boolean;
  /** Words of what went wrong last; null when nothing did. */
  readonly failure: string | null;
  /** Words of the server for one field of the body. */
  fieldFault(name: string): string | undefined;
  fail(words: string | null): void;
  /** Runs what a form sends; answers the words of a refusal or null. One at a time. */
  send(work: () => Promise<string | null | void>): Promise<void>;
}

/** What a form shows of what it sends: that it runs, and the words of a refusal. */
export function useSending(): Sending {
  const words = useErrorText();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  return {
    sending,
    failure,
    fieldFault: (name) => fields[name],
    fail: setFailure,
    async send(work) {
      if (sending) return;
      setSending(true);
      setFailure(null);
      setFields({});
      try {
        setFailure((await work()) ?? null);
      } catch (error) {
        setFailure(words(error));
        if (error instanceof ApiError) setFields(error.fields);
      } finally {
        setSending(false);
      }
    },
  };
}
