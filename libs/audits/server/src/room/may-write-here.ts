import type { AuditState } from '@cotejo/audits-domain';
import type { Judgeable } from './decide-batch.ts';

/** Whether a person may change anything here: who may not is refused all the same, and costs nothing before. */
export function mayWriteHere({ can, actor }: Pick<Judgeable, 'can' | 'actor'>, state: AuditState): boolean {
  const may = can(state);
  const mine = { createdBy: actor, assignee: actor };
  return (
    may('plan.treeitem__edit', mine) ||
    may('plan.note__add', mine) ||
    may('plan.mark_completed', mine) ||
    may('plan.mark_reviewed', mine) ||
    may('plan.finding__mark_reviewed', mine)
  );
}
