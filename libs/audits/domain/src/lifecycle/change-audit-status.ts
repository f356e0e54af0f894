import {
  AUDIT_ACTION_KEYS,
  isAudit,
  type AuditAction,
  type AuditStatus,
  type KernelIntent,
} from '@cotejo/audits-contracts';
import { accept, refuse, type DecidedEvent } from '../model/decision.ts';
import { dayOf } from '../model/day-of.ts';
import { isClosed } from '../model/gate.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { progressOf } from '../status/progress.ts';
import { preCloseCheck, unfinishedWork, type OpenNotes, type PreClosePoint } from './pre-close-check.ts';

export type ChangeAuditStatus = Extract<KernelIntent, { kind: 'change_audit_status' }>;

type StatusChanged = Extract<DecidedEvent, { type: 'AuditStatusChanged' }>['data'];

/** Statuses from which an action leads on; a closed audit, whatever its status, is only reopened. */
export const FROM: Readonly<Record<AuditAction, readonly AuditStatus[]>> = {
  start: ['not_started'],
  complete: ['in_progress'],
  close: ['in_progress', 'completed'],
  cancel: ['not_started', 'in_progress'],
  reopen: ['closed', 'cancelled'],
  postpone: ['not_started', 'in_progress'],
  resume: ['postponed'],
  reset: ['in_progress'],
};

/** Actions that need a reason whatever the audit is like. */
const NEEDS_REASON: ReadonlySet<AuditAction> = new Set(['cancel', 'reopen']);

/** Whether the audit's status lets an action be asked for at all. */
const isOpenTo = (view: AuditView, action: AuditAction): boolean =>
  isAudit(view.recordType) && (isClosed(view) ? action === 'reopen' : FROM[action].includes(view.status));

/**
 * Start, culminate, close, cancel, reopen, postpone, undo a postponement, or reset. Never optimistic: a browser knows
 * neither the notes nor the year, and only learns whether the action may be asked for.
 */
export function changeAuditStatus(
  view: AuditView,
  { action, reason, year }: ChangeAuditStatus,
  notes: () => OpenNotes,
  context: DecisionContext,
): Decision {
  if (!context.can(AUDIT_ACTION_KEYS[action])) return refuse('forbidden');
  if (!isOpenTo(view, action)) return refuse('audit_status_not_allowed', { status: view.status });
  if (action === 'reset') {
    const progress = progressOf(view, null) ?? 0;
    if (progress > 0) return refuse('progress_not_zero', { progress });
  }
  if (context.mode === 'optimistic') return accept();
  if (reason === undefined && NEEDS_REASON.has(action)) return refuse('reason_required');

  const changed = (to: AuditStatus, more: Partial<StatusChanged> = {}): Decision =>
    accept({
      type: 'AuditStatusChanged',
      data: {
        from: view.status,
        to,
        closedOn: null,
        because: action,
        ...(reason !== undefined && { reason }),
        ...more,
      },
    });
  switch (action) {
    case 'start':
      return changed('in_progress');
    case 'reset':
      return changed('not_started');
    case 'cancel':
      return changed('cancelled');
    case 'reopen':
      return changed(view.status === 'cancelled' ? (view.before?.status ?? 'in_progress') : 'in_progress');
    case 'complete': {
      const unfinished = unfinishedWork(preCloseCheck(view, { notes: notes() }));
      return unfinished.length > 0 ? blockedBy(unfinished) : changed('completed');
    }
    case 'close': {
      const { blocks } = preCloseCheck(view, { notes: notes() });
      if (blocks.length > 0 && reason === undefined) return blockedBy(blocks);
      const closedOn = dayOf(context.now);
      // Nothing stands in the way: it is culminated and closed, and needs no reason.
      const isWhole = blocks.length === 0 && (view.status === 'completed' || reason === undefined);
      return changed(isWhole ? 'completed' : 'closed', { closedOn });
    }
    case 'postpone': {
      const from = view.year;
      if (from === null || year === undefined || year <= from)
        return refuse('year_not_greater', { year: from ?? 0 });
      return changed('postponed', { year: { from, to: year } });
    }
    case 'resume': {
      const { status = 'in_progress', year: to = null } = view.before ?? {};
      const isOtherYear = view.year !== null && to !== null && to !== view.year;
      return changed(status, isOtherYear ? { year: { from: view.year, to } } : {});
    }
  }
}

/** Refuses with how many of each rule stand in the way. */
const blockedBy = (blocks: readonly PreClosePoint[]): Decision =>
  refuse('pre_close_blocked', {
    blocks: blocks.length,
    ...Object.fromEntries(blocks.map(({ rule, count }) => [rule, count])),
  });
