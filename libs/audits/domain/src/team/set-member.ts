import type { UserId } from '@cotejo/access-contracts';
import {
  memberState,
  newMember,
  type ItemId,
  type KernelIntent,
  type MemberState,
  type TeamMemberState,
  type TeamRole,
} from '@cotejo/audits-contracts';
import { assigneeMayWork } from '../items/assign-item.ts';
import { accept, policyObjectOf, refuse, type DecidedEvent, type Refused } from '../model/decision.ts';
import { isReadOnly } from '../model/gate.ts';
import { mayLend } from '../access/lend-rights.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from '../model/model.ts';
import { statusAfterAssignment } from '../status/statuses.ts';
import { isHandedOver } from './is-handed-over.ts';

export type SetMember = Extract<KernelIntent, { kind: 'set_member' }>;

/** Roles that can manage an audit. */
const MANAGING: ReadonlySet<TeamRole> = new Set(['manager', 'leader']);

/**
 * Adds a member, changes one, or deactivates one and hands their open items over. A browser, which does not know the
 * team in full, leaves the judgement to the server.
 */
export function setMember(view: AuditView, intent: SetMember, context: DecisionContext): Decision {
  if (!context.can('plan.team__edit')) return refuse('forbidden');
  const { members, profile } = view;
  if (members === null || profile === null) return accept();
  const { user } = intent;
  const leads = intent.leads === true;
  const before = members.get(user);
  const after = afterwards(before, intent);
  if (after === null) return refuse('not_in_team');
  const refused =
    refusedInClosed(view, before, after) ??
    refusedPlace(before, after, intent, context) ??
    refusedPlan(after, { isLeader: leads || profile.leader === user, most: profile.budgetedMinutes }) ??
    refusedLoss(members, profile.leader, intent, before, after);
  if (refused) return refused;
  const handed = before?.isActive && !after.isActive ? handOver(view, intent, context) : [];
  if ('ok' in handed) return handed;
  return accept(
    ...handed,
    ...memberEvents(user, before, after),
    ...(leads && profile.leader !== user
      ? ([{ type: 'AuditLeaderChanged', data: { leader: user, from: profile.leader } }] as const)
      : []),
  );
}

/** The member once the intent has happened; null for nobody's new place without a role. */
function afterwards(before: TeamMemberState | undefined, intent: SetMember): MemberState | null {
  const role = intent.role ?? (intent.leads && before?.role !== 'manager' ? 'leader' : before?.role);
  if (role === undefined) return null;
  const base = before ?? newMember(role);
  return {
    role,
    isActive: intent.isActive ?? base.isActive,
    budgetedMinutes: intent.budgetedMinutes ?? base.budgetedMinutes,
    budgetedCost: intent.budgetedCost ?? base.budgetedCost,
    startDate: intent.startDate === undefined ? base.startDate : intent.startDate,
    endDate: intent.endDate === undefined ? base.endDate : intent.endDate,
  };
}

/** Specification 2, section 4: in a closed audit only guests may be added. */
function refusedInClosed(
  view: AuditView,
  before: MemberState | undefined,
  after: MemberState,
): Refused | null {
  if (!isReadOnly(view) || (after.role === 'guest' && (before?.role ?? 'guest') === 'guest')) return null;
  return refuse(view.status === 'cancelled' ? 'audit_cancelled' : 'audit_closed');
}

/** An audit without a budget (0, as imports and evaluations begin) limits nobody's hours. */
function refusedPlan(
  { role, isActive, budgetedMinutes, startDate, endDate }: MemberState,
  { isLeader, most }: { readonly isLeader: boolean; readonly most: number },
): Refused | null {
  if (startDate !== null && endDate !== null && endDate < startDate)
    return refuse('dates_reversed', { campo: 'fecha_fin' });
  const isBound = isActive && (isLeader || role === 'leader');
  return isBound && most > 0 && budgetedMinutes > most
    ? refuse('leader_hours_exceed', { campo: 'horas_presupuestadas' })
    : null;
}

const manages = (member: MemberState | undefined): boolean =>
  member !== undefined && member.isActive && MANAGING.has(member.role);

/** What nobody may lose: the audit its leader, or the last member who could manage it. */
function refusedLoss(
  members: ReadonlyMap<UserId, MemberState>,
  leader: UserId | null,
  { user, leads }: SetMember,
  before: MemberState | undefined,
  after: MemberState,
): Refused | null {
  if (manages(after)) return null;
  if (leads || (leader === user && manages(before))) return refuse('member_leads');
  const isLast = manages(before) && ![...members].some(([other, one]) => other !== user && manages(one));
  return isLast ? refuse('last_manager') : null;
}

/** A place that is given, to others or to oneself: to somebody of the account, and within the giver's own rights. */
function refusedPlace(
  before: MemberState | undefined,
  after: MemberState,
  { user, leads }: SetMember,
  { actor, mode, person }: DecisionContext,
): Refused | null {
  const isGiven = after.isActive && (leads === true || !before?.isActive || before.role !== after.role);
  if (!isGiven) return null;
  if (!person) return mode === 'server' ? refuse('not_sealed') : null;
  const member = person(user);
  if (member === null || member.role === 'owner') return refuse('member_not_found', { campo: 'usuario' });
  if (leads && member.role === 'guest') return refuse('leader_not_found');
  const giver = person(actor);
  if (giver === null) return refuse('forbidden');
  return mayLend(giver, member, after.role) ? null : refuse('beyond_own_rights', { campo: 'rol' });
}

function memberEvents(
  user: UserId,
  before: TeamMemberState | undefined,
  after: MemberState,
): readonly DecidedEvent[] {
  const added: readonly DecidedEvent[] = before
    ? []
    : [{ type: 'TeamMemberAdded', data: { user, role: after.role } }];
  const from = memberState.parse(before ?? newMember(after.role));
  const isSame = (Object.keys(from) as (keyof MemberState)[]).every((field) => from[field] === after[field]);
  return isSame ? added : [...added, { type: 'TeamMemberChanged', data: { user, ...after, from } }];
}

/** Events that reassign the open items of a deactivated member to `handTo`; without it they have no assignee. */
function handOver(
  view: AuditView,
  { user, handTo = null }: SetMember,
  context: DecisionContext,
): readonly DecidedEvent[] | Refused {
  if (handTo !== null && (handTo === user || !assigneeMayWork(view, 'step', handTo)))
    return refuse('assignee_not_in_team', { campo: 'entrega_a' });
  const events: DecidedEvent[] = [];
  for (const node of living(view, null)) {
    const { id, status, assignee } = node;
    if (assignee !== user || !isHandedOver(node)) continue;
    if (!context.can('plan.assign_user', policyObjectOf(node))) return refuse('forbidden');
    events.push({ type: 'TreeItemAssigned', data: { id, assignee: handTo, from: user } });
    const next = statusAfterAssignment(node, handTo !== null);
    if (next && status) events.push({ type: 'ItemStatusChanged', data: { id, from: status, to: next } });
  }
  return events;
}

function* living(view: AuditView, parent: ItemId | null): Generator<TreeNode> {
  for (const id of view.childrenOf(parent)) {
    const node = view.get(id);
    if (!node || node.deleted !== null) continue;
    yield node;
    yield* living(view, id);
  }
}
