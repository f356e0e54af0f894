import { ownCalls, PLAN_HINT_EVENT } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useCallback, useState } from 'react';
import { connectionAtom, rightsAtom } from '../../session/session-atoms.ts';
import { usePlan } from '../plan-context.ts';

/** Key of this browser's copy, for when the server cannot be asked. */
const keyOf = (user: string): string => `cotejo.plan-hint.${user}`;

export interface PlanHint {
  readonly isShown: boolean;
  /** The user has read the explanation, here and everywhere. */
  read(): void;
}

/** Explanation of the plan's tree: shown to each user who can change a plan until read once. */
export function usePlanHint(): PlanHint {
  const { api, me } = useWorkspace();
  const { session } = usePlan();
  useAtomValue(rightsAtom);
  const { mode } = useAtomValue(connectionAtom);
  const mayAct = mode === 'edit' && session.can('plan.treeitem__edit');
  const [isReadHere, setReadHere] = useState(() => localStorage.getItem(keyOf(me.id)) !== null);
  const { data } = useQuery({
    queryKey: ['own-event', PLAN_HINT_EVENT],
    queryFn: ({ signal }) =>
      perform(api, ownCalls.askEvent, { query: { event: PLAN_HINT_EVENT } }, { signal }),
    enabled: mayAct && !isReadHere,
    staleTime: Infinity,
  });
  const read = useCallback(() => {
    setReadHere(true);
    try {
      localStorage.setItem(keyOf(me.id), '1');
    } catch {
      // With a full or blocked storage, the server's record suffices.
    }
    perform(api, ownCalls.recordEvent, { body: { event: PLAN_HINT_EVENT } }).catch(() => undefined);
  }, [api, me.id]);
  return { isShown: mayAct && !isReadHere && data?.exists === false, read };
}
