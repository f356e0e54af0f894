import type { MentionView } from '@cotejo/worksheets-contracts';
import { useAtomValue, useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { keyOf, mentionsAtom, useOpenMentions } from './mentions-atoms.ts';

/** Milliseconds that a note must be visible to count as read. */
const SEEN_MS = 800;

/** Marks mentions in the visible notes of an audit as read. */
export function useOpenShown(auditId: string, shown: readonly { readonly id: string }[]): void {
  const store = useStore();
  const list = useAtomValue(mentionsAtom);
  const markOpened = useOpenMentions();
  // Sent once; a failed request is repeated on the next visit.
  const told = useRef(new Set<string>());
  const notes = new Set(shown.map(({ id }) => id));
  const isSeen = (one: MentionView): boolean =>
    !one.leida && one.auditoria.id === auditId && notes.has(one.nota);
  const seen = (list?.menciones ?? []).filter(isSeen).map(keyOf).join();

  useEffect(() => {
    if (seen === '') return;
    const see = () => {
      if (document.visibilityState !== 'visible') return;
      const keys = new Set(seen.split(','));
      const isNew = (key: string) => keys.has(key) && !told.current.has(key);
      const opened = store.get(mentionsAtom)?.menciones.filter((one) => isNew(keyOf(one))) ?? [];
      for (const one of opened) told.current.add(keyOf(one));
      markOpened(opened);
    };
    const timer = setTimeout(see, SEEN_MS);
    document.addEventListener('visibilitychange', see);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', see);
    };
  }, [seen, store, markOpened]);
}
