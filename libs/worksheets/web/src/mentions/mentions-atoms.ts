import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import {
  mentionCalls,
  type MentionList,
  type MentionRef,
  type MentionView,
} from '@cotejo/worksheets-contracts';
import { atom, useStore } from 'jotai';
import { useCallback } from 'react';

/** Mentions of this user, as last sent by the feed; null before. */
export const mentionsAtom = atom<MentionList | null>(null);

/** Note to show after following a mention: its panel scrolls to it once and clears this atom. */
export const soughtNoteAtom = atom<string | null>(null);

/** Unique key of a mention: ids are unique only within an audit. */
export const keyOf = ({ auditoria, id }: MentionView): string => `${auditoria.id} ${id}`;

export const refOf = ({ auditoria, id }: MentionView): MentionRef => ({ auditoria: auditoria.id, id });

/** The list with these mentions marked as read; null = all. */
export function opened(list: MentionList, which: readonly MentionView[] | null): MentionList {
  const keys = which && new Set(which.map(keyOf));
  const menciones = list.menciones.map((one) =>
    keys === null || keys.has(keyOf(one)) ? { ...one, leida: true } : one,
  );
  return { menciones, sin_leer: menciones.filter(({ leida }) => !leida).length };
}

/** Marks mentions as read, locally at once and on the server; null = all. */
export function useOpenMentions(): (which: readonly MentionView[] | null) => void {
  const store = useStore();
  const { api } = useWorkspace();
  return useCallback(
    (which) => {
      const before = store.get(mentionsAtom);
      if (before === null || which?.length === 0) return;
      const hoped = opened(before, which);
      store.set(mentionsAtom, hoped);
      const body = which === null ? {} : { menciones: which.map(refOf) };
      perform(api, mentionCalls.read, { body }).then(
        (list) => store.set(mentionsAtom, list),
        // Roll back if the server did not record it; the user is not notified.
        () => store.set(mentionsAtom, (now) => (now === hoped ? before : now)),
      );
    },
    [store, api],
  );
}
