import type { ConclusionRead, ItemId } from '@cotejo/audits-contracts';
import {
  preCloseCheck,
  type CheckedConclusion,
  type CountedItems,
  type PreCloseCheck,
} from '@cotejo/audits-domain';
import { useMemo } from 'react';
import { useLiveView } from '../actions/use-live-view.ts';
import { useServerSummary } from '../summary/use-server-summary.ts';
import { undeclaredOf } from '../team/undeclared-of.ts';
import { useFollowedMembers } from '../team/use-team.ts';

export interface LivePreCloseCheck extends PreCloseCheck {
  /** Whether notes and evidence, which only the server counts, are in it. */
  readonly isWhole: boolean;
}

const NO_ITEMS: readonly ItemId[] = [];
const UNKNOWN: CountedItems = { count: 0, items: NO_ITEMS };

/** What stands in the way of closing, as the plan stands. */
export function usePreCloseCheck(audit: string): LivePreCloseCheck {
  const view = useLiveView();
  const told = useServerSummary(audit);
  const undeclared = undeclaredOf(useFollowedMembers(audit)).length;
  const notes = told?.notas ?? null;
  const conclusion = told?.conclusion;
  const open = notes === null ? 0 : notes.abiertas + notes.respondidas;
  const bare = told?.sin_evidencia ?? null;
  const isWhole = notes !== null && bare !== null;
  return useMemo(
    () => ({
      ...preCloseCheck(view, {
        notes: { count: open, items: NO_ITEMS },
        unevidenced: bare ? { count: bare.total, items: bare.items } : UNKNOWN,
        conclusion: conclusion ? toConclusion(conclusion) : null,
        undeclared,
      }),
      isWhole,
    }),
    [view, open, bare, isWhole, conclusion, undeclared],
  );
}

/** As far as the check asks about it. */
const toConclusion = ({ calificacion, texto, firmada }: ConclusionRead): CheckedConclusion => ({
  rating: calificacion?.code ?? null,
  text: texto,
  signed: firmada,
});
