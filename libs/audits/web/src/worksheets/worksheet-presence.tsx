import type { ItemId } from '@cotejo/audits-contracts';
import type { Peer } from '@cotejo/rooms/client';
import type { AvatarPerson } from '@cotejo/ui';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { selectAtom } from 'jotai/utils';
import { createContext, use, useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { focusedAtom } from '../plan/plan-atoms.ts';
import { usePlan } from '../plan/plan-context.ts';
import { fieldKey } from '../presence/field-key.ts';
import { onceEach } from '../presence/once-each.ts';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { peersByItemAtom } from '../session/session-atoms.ts';
import { announcedFieldAtom, frontItemAtom } from './stack-atoms.ts';

/** The worksheet that something is drawn in. */
export interface WorksheetPlace {
  readonly auditId: string;
  /** What it is about: of a reference what it refers to. */
  readonly itemId: ItemId;
}

export const WorksheetContext = createContext<WorksheetPlace | null>(null);

export function useWorksheet(): WorksheetPlace {
  const place = use(WorksheetContext);
  if (!place) throw new Error('useWorksheet outside of a worksheet');
  return place;
}

const NOBODY: readonly Peer[] = [];

/** Who else is in a worksheet, or in one field of it; each person once. */
export function usePresenceOn(item: ItemId, field?: string): readonly Peer[] {
  return useAtomValue(
    useMemo(() => {
      const present = (byItem: ReadonlyMap<string, readonly Peer[]>) => {
        const here = byItem.get(item) ?? NOBODY;
        return onceEach(field === undefined ? here : here.filter((peer) => peer.field === field));
      };
      // The same list as long as it says the same: a field is not drawn again for what goes on elsewhere.
      return selectAtom(peersByItemAtom, present, isSamePresence);
    }, [item, field]),
  );
}

const isSamePresence = (a: readonly Peer[], b: readonly Peer[]): boolean =>
  a.length === b.length &&
  a.every((peer, at) => peer.user.id === b[at]?.user.id && peer.field === b[at]?.field);

/**
 * Tells the others that this person is in a field of the worksheet around it, while it has the focus. The answer
 * goes on the field or on what holds it.
 */
export function useAnnounceField(field: string): {
  readonly onFocus: () => void;
  readonly onBlur: () => void;
} {
  const { itemId: item } = useWorksheet();
  const announce = useSetAtom(announcedFieldAtom);
  const onBlur = useCallback(
    () => announce((now) => (now?.item === item && now.field === field ? null : now)),
    [announce, item, field],
  );
  const onFocus = useCallback(() => announce({ item, field }), [announce, item, field]);
  // What goes with the focus in it leaves the field, too.
  useEffect(() => onBlur, [onBlur]);
  return { onFocus, onBlur };
}

/** The others see in which worksheet and field this person is, else which row; nothing is drawn again for it. */
export function useTellPresence(): void {
  const session = useAuditSession();
  const store = useStore();
  useEffect(() => {
    const tell = () => {
      const front = store.get(frontItemAtom);
      const field = store.get(announcedFieldAtom);
      session.setPresence(
        front ?? store.get(focusedAtom),
        field !== null && field.item === front ? field.field : null,
      );
    };
    tell();
    const stops = [frontItemAtom, focusedAtom, announcedFieldAtom].map((each) => store.sub(each, tell));
    return () => stops.forEach((stop) => stop());
  }, [session, store]);
}

/** People with the field that each is in, in words. */
export function useDetailed(): (
  peers: readonly Peer[],
) => readonly (AvatarPerson & { readonly detail?: string })[] {
  const { t } = useTranslation();
  const { contents } = usePlan();
  return useCallback(
    (peers) =>
      onceEach(peers).map(({ user, field }) => {
        const key = fieldKey(field, contents.fieldTitle);
        return key === undefined ? user : { ...user, detail: t(key) };
      }),
    [t, contents],
  );
}
