import type { ItemId } from '@cotejo/audits-contracts';
import { preCloseCheck, type PreCloseCheck } from '@cotejo/audits-domain';
import { useMemo } from 'react';
import { useLiveView } from '../actions/use-live-view.ts';
import { useServerSummary } from '../summary/use-server-summary.ts';

export interface LivePreCloseCheck extends PreCloseCheck {
  /** Whether the notes, which only the server counts, are in it. */
  readonly isWhole: boolean;
}

const NO_ITEMS: readonly ItemId[] = [];

/** What stands in the way of closing, as the plan stands. */
export function usePreCloseCheck(audit: string): LivePreCloseCheck {
  const view = useLiveView();
  const notes = useServerSummary(audit)?.notas ?? null;
  const open = notes === null ? 0 : notes.abiertas + notes.respondidas;
  const isWhole = notes !== null;
  return useMemo(
    () => ({ ...preCloseCheck(view, { count: open, items: NO_ITEMS }), isWhole }),
    [view, open, isWhole],
  );
}
