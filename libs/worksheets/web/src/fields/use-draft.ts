import type { ItemValue } from '@cotejo/audits-contracts';
import { useState } from 'react';

/** Unsaved input of a field, until blur. */
export interface Draft {
  /** Displayed text: the input, else the stored value. */
  readonly text: string;
  readonly isWriting: boolean;
  /** The input is invalid. */
  readonly isWrong: boolean;
  /** Another user changed the value meanwhile; the input is kept. */
  readonly hasMet: boolean;
  write(text: string): void;
  /** Saves the input, or marks it as invalid. */
  keep(): void;
  /** Discards the input: the stored value is shown. */
  drop(): void;
}

interface DraftOptions {
  readonly stored: ItemValue;
  readonly show: (value: ItemValue) => string;
  /** Undefined for invalid input. */
  readonly read: (text: string) => ItemValue | undefined;
  /** False when refused: the input stays in the field. */
  readonly set: (value: ItemValue) => boolean;
}

/** Sends one intent on blur; a concurrent change of the value does not discard the input. */
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
