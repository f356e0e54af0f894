import { readDraft, useFormat, useWorkspace, writeDraft } from '@cotejo/ui';
import { useEffect, useRef, useState } from 'react';
import { isBegun, newDraft, wizardDraft, type WizardDraft } from './wizard-draft.ts';

/** Milliseconds after the last change until the draft is stored. */
const KEEP_AFTER_MS = 300;

export interface KeptDraft {
  readonly draft: WizardDraft;
  readonly change: (change: (draft: WizardDraft) => WizardDraft) => void;
  readonly today: string;
  /** A draft of an earlier visit was found. */
  readonly isRestored: boolean;
  /** There is something to lose. */
  readonly isBegun: boolean;
  /** Forgets the draft here and in the browser. */
  readonly discard: () => void;
}

/** The wizard's draft, kept in the browser for a person in an account until it is discarded. */
export function useWizardDraft(): KeptDraft {
  const { me } = useWorkspace();
  const format = useFormat();
  const [today] = useState(() => format.isoDay(new Date()));
  const name = `create-audit:${me.accountId}`;
  const [kept] = useState(() => wizardDraft.safeParse(readDraft(localStorage, me.id, name)).data ?? null);
  const [isRestored, setRestored] = useState(kept !== null);
  const [draft, setDraft] = useState<WizardDraft>(() => kept ?? newDraft(today));
  const hasBegun = draft.started !== null || isBegun(draft, today);
  /** Stores the pending draft at once; null if none is pending. */
  const pending = useRef<(() => void) | null>(null);
  useEffect(() => {
    pending.current = () => {
      pending.current = null;
      writeDraft(localStorage, me.id, name, hasBegun ? draft : null);
    };
    const timer = setTimeout(() => pending.current?.(), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, hasBegun, me.id, name]);
  useEffect(() => {
    const write = () => pending.current?.();
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, []);
  return {
    draft,
    change: setDraft,
    today,
    isRestored,
    isBegun: hasBegun,
    discard: () => {
      setRestored(false);
      setDraft(newDraft(today));
      pending.current = null;
      writeDraft(localStorage, me.id, name, null);
    },
  };
}
