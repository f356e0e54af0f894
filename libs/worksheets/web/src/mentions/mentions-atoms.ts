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

/** Where others named this person, as the feed last told; null until it does. */
export const mentionsAtom = atom<MentionList | null>(null);

/** The note that a mention led to: its panel brings it into sight once, and takes it from here. */
export const soughtNoteAtom = atom<string | null>(null);

/** Of one mention among all: ids are unique in an audit. */
export const keyOf = ({ auditoria, id }: MentionView): string => `${auditoria.id} ${id}`;

export const refOf = ({ auditoria, id }: MentionView): MentionRef => ({ auditoria: auditoria.id, id });

/** The list once these were opened; null = all of them. */
export function opened(list: MentionList, which: readonly MentionView[] | null): MentionList {
  const keys = which && new Set(which.map(keyOf));
  const menciones = list.menciones.map((one) =>
    keys === null || keys.has(keyOf(one)) ? { ...one, leida: true } : one,
  );
  return { menciones, sin_leer: menciones.filter(({ leida }) => !leida).length };
}

/** Keeps that mentions were opened, at once here and then everywhere; null = all of them. */
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
        // What the server does not know of was not opened; nobody waits for it.
        () => store.set(mentionsAtom, (now) => (now === hoped ? before : now)),
      );
    },
    [store, api],
  );
}
