import type { ItemValue } from '@cotejo/audits-contracts';
import { useState } from 'react';

/** What is being written in a field, until it is left. */
export interface Draft {
  /** What the field shows: what is written, else what is stored. */
  readonly text: string;
  readonly isWriting: boolean;
  /** What is written is not what the field takes. */
  readonly isWrong: boolean;
  /** Somebody else changed the value while this was written; what is written stays. */
  readonly hasMet: boolean;
  write(text: string): void;
  /** Takes what is written, or says that it is wrong. */
  keep(): void;
  /** Forgets what is written: what is stored shows. */
  drop(): void;
}

interface DraftOptions {
  readonly stored: ItemValue;
  readonly show: (value: ItemValue) => string;
  /** Undefined for what is not to be taken. */
  readonly read: (text: string) => ItemValue | undefined;
  /** False when it was refused: then it stays in the field. */
  readonly set: (value: ItemValue) => boolean;
}

/** One intent for what was written, when the field is left: a value that comes meanwhile does not take it away. */
export function useDraft({ stored, show, read, set }: DraftOptions): Draft {
  const [draft, setDraft] = useState<{ readonly text: string; readonly over: ItemValue } | null>(null);
  const [isWrong, setWrong] = useState(false);
  const drop = () => {
    setDraft(null);
    setWrong(false);
  };
  return {
    text: draft?.text ?? show(stored),
    isWriting: draft !== null,
    isWrong,
    hasMet: draft !== null && draft.over !== stored,
    write(text) {
      setDraft((now) => ({ text, over: now ? now.over : stored }));
      setWrong(false);
    },
    keep() {
      if (draft === null) return;
      const value = draft.text.trim() === '' ? null : read(draft.text);
      if (value === undefined) setWrong(true);
      else if (set(value)) drop();
    },
    drop,
  };
}
