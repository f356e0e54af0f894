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

/** The worksheet that contains a component. */
export interface WorksheetPlace {
  readonly auditId: string;
  /** Item of the worksheet; for a reference, its target. */
  readonly itemId: ItemId;
}

export const WorksheetContext = createContext<WorksheetPlace | null>(null);

export function useWorksheet(): WorksheetPlace {
  const place = use(WorksheetContext);
  if (!place) throw new Error('useWorksheet outside of a worksheet');
  return place;
}

const NOBODY: readonly Peer[] = [];

/** Other users in a worksheet, or in one of its fields; each user once. */
export function usePresenceOn(item: ItemId, field?: string): readonly Peer[] {
  return useAtomValue(
    useMemo(() => {
      const present = (byItem: ReadonlyMap<string, readonly Peer[]>) => {
        const here = byItem.get(item) ?? NOBODY;
        return onceEach(field === undefined ? here : here.filter((peer) => peer.field === field));
      };
      // Keeps the same list while its content is equal, so that a field does not re-render for changes
      // elsewhere.
      return selectAtom(peersByItemAtom, present, isSamePresence);
    }, [item, field]),
  );
}

const isSamePresence = (a: readonly Peer[], b: readonly Peer[]): boolean =>
  a.length === b.length &&
  a.every((peer, at) => peer.user.id === b[at]?.user.id && peer.field === b[at]?.field);

/**
 * Publishes that this user is in a field of the surrounding worksheet while it has the focus. Spread the
 * returned handlers on the field or its container.
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
  // Unmounting a focused field fires no blur event.
  useEffect(() => onBlur, [onBlur]);
  return { onFocus, onBlur };
}

/** Publishes the user's worksheet and field, else the focused row, without re-rendering any component. */
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

/** Users with the title of the field that each is in. */
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
