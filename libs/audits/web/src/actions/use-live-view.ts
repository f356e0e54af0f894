import type { AuditView } from '@cotejo/audits-domain';
import { useAtomValue } from 'jotai';
import { useDeferredValue, useMemo } from 'react';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { rightsAtom, treeAtom } from '../session/session-atoms.ts';

/** The view of the last displayed state, with a stamp that identifies it. */
export interface LiveView extends AuditView {
  readonly stamp: string;
}

/**
 * The current view, wrapped in a new object whenever it or the user's rights may have changed. The session's
 * own view is mutable, so memoized values could not detect changes.
 */
export function useLiveView(): LiveView {
  const { view } = useAuditSession();
  const { revision } = useAtomValue(treeAtom);
  const rights = useAtomValue(rightsAtom);
  const stamp = useDeferredValue(`${revision} ${rights}`);
  return useMemo(() => stamped(view, stamp), [view, stamp]);
}

/** Delegates to the view through the prototype. */
const stamped = (view: AuditView, stamp: string): LiveView =>
  Object.create(view, { stamp: { value: stamp } }) as LiveView;
