import type { AuditView } from '@cotejo/audits-domain';
import { useAtomValue } from 'jotai';
import { useDeferredValue, useMemo } from 'react';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { rightsAtom, treeAtom } from '../session/session-atoms.ts';

/** A plan as it stood when it was last shown, and whose rights were asked. */
export interface LiveView extends AuditView {
  readonly stamp: string;
}

/**
 * The plan as it stands, another object whenever it or this person's rights may have changed. The session's own
 * view is one object that changes within: what is kept between renders could not tell.
 */
export function useLiveView(): LiveView {
  const { view } = useAuditSession();
  const { revision } = useAtomValue(treeAtom);
  const rights = useAtomValue(rightsAtom);
  const stamp = useDeferredValue(`${revision} ${rights}`);
  return useMemo(() => stamped(view, stamp), [view, stamp]);
}

/** Reads through to the view. */
const stamped = (view: AuditView, stamp: string): LiveView =>
  Object.create(view, { stamp: { value: stamp } }) as LiveView;
