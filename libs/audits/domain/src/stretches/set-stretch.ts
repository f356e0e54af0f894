import type { UserId } from '@cotejo/access-contracts';
import {
  isAudit,
  MAX_STRETCHES,
  sprintState,
  visitState,
  type KernelIntent,
  type Stretch,
  type VisitState,
} from '@cotejo/audits-contracts';
import { assigneeMayWork } from '../items/assign-item.ts';
import { accept, refuse, type Refused } from '../model/decision.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { areReversed } from '../items/schedule-item.ts';
import { stretchesOf } from './stretches-of.ts';

export type SetSprint = Extract<KernelIntent, { kind: 'set_sprint' }>;
export type SetVisit = Extract<KernelIntent, { kind: 'set_visit' }>;

/** Adds, changes, removes or restores a sprint. */
export function setSprint(view: AuditView, intent: SetSprint, context: DecisionContext): Decision {
  const before = view.stretches.get(intent.stretch);
  if (before && before.kind !== 'sprint') return refuse('stretch_not_found');
  const refused = refusedToSet(view, before, intent, context);
  if (refused) return refused;
  const { stretch } = intent;
  const from = before ? sprintState.parse(before) : null;
  const first = { ...atFirst(view, 'sprint'), objective: null, scope: null, countsForProgress: true };
  const after = sprintState.parse({ ...(from ?? first), ...intent });
  if (areReversed(after.startDate, after.endDate)) return refuse('dates_reversed', { campo: 'fecha_fin' });
  if (from && isSame(from, after)) return accept();
  return accept({
    type: 'SprintSet',
    data: { stretch, createdBy: creator(before, context), ...after, from },
  });
}

/** Adds, changes, removes or restores a visit. */
export function setVisit(view: AuditView, intent: SetVisit, context: DecisionContext): Decision {
  const before = view.stretches.get(intent.stretch);
  if (before && before.kind !== 'visit') return refuse('stretch_not_found');
  const refused = refusedToSet(view, before, intent, context);
  if (refused) return refused;
  const { stretch } = intent;
  const from = before ? visitState.parse(before) : null;
  const asked = visitState.parse({ ...(from ?? { ...atFirst(view, 'visit'), members: [] }), ...intent });
  const after: VisitState = { ...asked, members: [...new Set(asked.members)].sort() };
  if (areReversed(after.startDate, after.endDate)) return refuse('dates_reversed', { campo: 'fecha_fin' });
  // Who was in it stays, also after leaving the team.
  const isNew = (user: UserId): boolean => !from?.members.includes(user);
  if (after.members.some((user) => isNew(user) && !assigneeMayWork(view, 'step', user)))
    return refuse('assignee_not_in_team', { campo: 'miembros' });
  if (from && isSame(from, after)) return accept();
  return accept({ type: 'VisitSet', data: { stretch, createdBy: creator(before, context), ...after, from } });
}

const creator = (before: Stretch | undefined, { actor }: DecisionContext): UserId =>
  before?.createdBy ?? actor;

const atFirst = (view: AuditView, kind: Stretch['kind']) => ({
  startDate: null,
  endDate: null,
  position: Math.min(999, (stretchesOf(view, kind).at(-1)?.position ?? 0) + 1),
  isRemoved: false,
});

function refusedToSet(
  view: AuditView,
  before: Stretch | undefined,
  { name }: SetSprint | SetVisit,
  { can, actor }: DecisionContext,
): Refused | null {
  const about = { createdBy: before?.createdBy ?? actor, assignee: null };
  if (!can(before ? 'plan.visits__edit' : 'plan.visits__add', about)) return refuse('forbidden');
  if (before) return null;
  if (name === undefined || !isAudit(view.recordType)) return refuse('stretch_not_found');
  return view.stretches.size >= MAX_STRETCHES ? refuse('too_many_stretches', { most: MAX_STRETCHES }) : null;
}

/** Compares field by field; the states are flat but for the list of members, which is ordered. */
const isSame = (before: object, after: object): boolean => {
  const now = Object.entries(after);
  const was = new Map(Object.entries(before));
  return now.every(([field, value]) => JSON.stringify(was.get(field)) === JSON.stringify(value));
};
