import {
  teamRole,
  type ItemId,
  type ItemType,
  type KernelIntent,
  type Rejection,
  type TeamRole,
} from '@cotejo/audits-contracts';
import type { AuditView, Decision } from './model.ts';

/** Whether an audit is closed: by status, or completed with a real closing day. */
export const isClosed = (audit: Pick<AuditView, 'status' | 'closedOn'>): boolean =>
  audit.status === 'closed' || (audit.status === 'completed' && audit.closedOn !== null);

/** Whether an audit is read-only for good: closed or cancelled. */
export const isReadOnly = (audit: Pick<AuditView, 'status' | 'closedOn'>): boolean =>
  audit.status === 'cancelled' || isClosed(audit);

/** What a closed audit found: it is followed up until it is settled. */
const FOLLOWED_UP: ReadonlySet<unknown> = new Set<ItemType>(['finding', 'action_plan', 'evaluation']);

/** Whether items of a type are worked on after their audit was closed. */
export const isFollowedUp = (type: unknown): boolean => FOLLOWED_UP.has(type);

/** What is asked of them then, by whoever holds the right. */
const FOLLOW_UP: ReadonlySet<string> = new Set<KernelIntent['kind']>([
  'change_status',
  'sign_item',
  'withdraw_signature',
  'assign_item',
  'choose_plan_treatment',
]);

/** What was found stays as it was found; how it is put right is still being written. */
const STILL_FILLED: ReadonlySet<unknown> = new Set<ItemType>(['action_plan', 'evaluation']);

/** Go on whatever the audit's status: their own rules say how far (`mayJoin`). */
const OF_TEAM: ReadonlySet<string> = new Set<KernelIntent['kind']>(['set_member']);

/** All that is left for an audit in the trash of the account. */
const IN_TRASH: ReadonlySet<string> = new Set<KernelIntent['kind']>(['restore_audit', 'purge_audit']);

/** An intent as far as it must be known at the gate. */
interface AtTheGate {
  readonly kind: string;
  readonly id?: ItemId;
  /** Of an action on the audit itself: which one. */
  readonly action?: string;
  /** Of a slice: whether it writes what follow-up still writes. */
  readonly fills?: boolean;
  /** Of a slice: whether an operator mends what nobody can open. */
  readonly repairs?: boolean;
}

function isFollowUp(view: AuditView, { kind, id, fills = kind === 'set_values' }: AtTheGate): boolean {
  const type = id === undefined ? undefined : view.get(id)?.type;
  return fills ? STILL_FILLED.has(type) : FOLLOW_UP.has(kind) && isFollowedUp(type);
}

/**
 * What refuses every intent alike, before its own rules: no such audit, in the trash, closed (but for the follow-up of what
 * it found), cancelled (but for deleting; both but for reopening), or another operation at work. While an operation runs only its own intents pass, so
 * that it can be undone whole.
 */
export function refusedAtTheGate(
  view: AuditView,
  intent: AtTheGate,
  operation: string | undefined,
): Rejection | null {
  if (view.version < 0 || view.removal?.isPurged) return { code: 'audit_not_found' };
  if (intent.repairs) return null;
  if (view.removal !== null) return IN_TRASH.has(intent.kind) ? null : { code: 'audit_deleted' };
  const isAlways =
    OF_TEAM.has(intent.kind) || (intent.kind === 'change_audit_status' && intent.action === 'reopen');
  if (!isAlways) {
    if (view.status === 'cancelled' && intent.kind !== 'delete_audit') return { code: 'audit_cancelled' };
    if (isClosed(view) && !isFollowUp(view, intent)) return { code: 'audit_closed' };
  }
  if (view.operation !== null && operation !== view.operation) return { code: 'operation_running' };
  if (view.operation === null && operation !== undefined) return { code: 'operation_unknown' };
  return null;
}

/**
 * Whether somebody may come into the team in a role: into that of a closed or cancelled audit only as a guest, who
 * looks.
 */
export const mayJoin = (audit: Pick<AuditView, 'status' | 'closedOn'>, role: TeamRole): boolean =>
  !isReadOnly(audit) || role === 'guest';

/** Whatever decided it: what would bring somebody else into a closed team. */
export const joinsClosed = (view: AuditView, decision: Decision): boolean =>
  decision.ok &&
  decision.events.some(
    ({ type, data }) =>
      (type === 'TeamMemberAdded' || (type === 'TeamMemberChanged' && data['isActive'] === true)) &&
      !mayJoin(view, teamRole.parse(data['role'])),
  );

/** Follow-up takes nothing away: also what would only follow from it is refused in a closed audit. */
export const takesFromClosed = (view: AuditView, decision: Decision): boolean =>
  decision.ok && isClosed(view) && decision.events.some(({ type }) => type === 'TreeItemDeleted');
