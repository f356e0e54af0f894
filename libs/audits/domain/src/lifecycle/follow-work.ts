import { isAudit, type AuditEvent, type ItemId, type ItemStatus } from '@cotejo/audits-contracts';
import type { DecidedEvent } from '../model/decision.ts';
import type { AuditView } from '../model/model.ts';
import { countsForProgress, STATUS_SCORES } from '../status/progress.ts';
import { preCloseCheck, unfinishedWork, type OpenNotes } from './pre-close-check.ts';

/**
 * What the audit's own status comes to by what happens to its items: the first scored work or time record begins it, and a culminated
 * one falls back when more of its work is unfinished than before. Null when it stays as it is.
 * @param after the view once the events happened; asked for culminated audits only, where all work is looked through
 */
export function statusFollowing(
  before: AuditView,
  events: readonly AuditEvent[],
  after: () => AuditView,
  notesOf: (view: AuditView) => OpenNotes,
): DecidedEvent | null {
  if (events.length === 0 || events.some(isOfTheAudit) || !isAudit(before.recordType)) return null;
  if (before.status === 'not_started')
    return events.some((event) => beginsWork(before, event)) ? movedTo(before, 'began') : null;
  if (before.status !== 'completed' || before.closedOn !== null) return null;
  const unfinished = (view: AuditView): number =>
    unfinishedWork(preCloseCheck(view, { notes: notesOf(view) })).reduce((sum, { count }) => sum + count, 0);
  return unfinished(after()) > unfinished(before) ? movedTo(before, 'fell_back') : null;
}

const isOfTheAudit = ({ type }: AuditEvent): boolean =>
  type === 'AuditStatusChanged' || type === 'AuditDeleted' || type === 'AuditRestored';

/** Whether an event records time, or brings a counted item to a status that stands for some of its work. */
function beginsWork(view: AuditView, { type, data }: AuditEvent): boolean {
  if (type === 'TimeRecorded') return true;
  if (type !== 'ItemStatusChanged') return false;
  const node = view.get(data['id'] as ItemId);
  const score = STATUS_SCORES[data['to'] as ItemStatus] ?? 0;
  return node !== undefined && score > 0 && countsForProgress(node.type, view.recordType);
}

const movedTo = ({ status }: AuditView, because: 'began' | 'fell_back'): DecidedEvent => ({
  type: 'AuditStatusChanged',
  data: { from: status, to: 'in_progress', closedOn: null, because },
});
