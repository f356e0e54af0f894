import {
  CONTRACT_ITEM_TYPE,
  CONTRACT_RECORD_TYPE,
  CONTRACT_STATUS,
  type ItemId,
  type ItemStatus,
  type PlanAtAnswer,
  type PlanChange,
  type PlanChangesAnswer,
  type TeamMember,
  type TeamRole,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import {
  comparePlans,
  displayName,
  displayOrder,
  progressOf,
  resolved,
  stretchesWith,
  valueOf,
  type AuditState,
  type ItemDifference,
  type Slice,
  type TreeNode,
} from '@cotejo/audits-domain';
import type { PastAudit } from '../history/audit-history.ts';
import { statusName } from './audit-mapping.ts';
import { signersOf } from './figure-mapping.ts';
import type { People } from './people.ts';

/** Order in which team members are listed: managers first. */
const RANKS: readonly TeamRole[] = ['manager', 'leader', 'auditor', 'icce', 'guest'];
const rankOf = (role: TeamRole): number => RANKS.indexOf(role);

/** A past version of an audit, with its plan. */
export const toPlanAt = (past: PastAudit, people: People): PlanAtAnswer => ({
  ...toPastRecord(past, people),
  items: toPastItems(past.state, null, 1, people),
});

/** A past version of an audit, without its plan. */
export function toPastRecord(
  { state, version, at, head }: PastAudit,
  people: People,
): Omit<PlanAtAnswer, 'items'> {
  const { profile } = state;
  return {
    version,
    at,
    head,
    auditoria: {
      id: state.audit,
      nombre: profile.name,
      codigo: profile.code,
      record_type: CONTRACT_RECORD_TYPE[profile.recordType],
      status: statusName(state),
      fecha_cierre_real: state.closedOn,
      progreso: progressOf(state, null),
      items: state.liveCount,
    },
    equipo: [...state.team]
      .toSorted(([one, as], [other, beside]) => rankOf(as) - rankOf(beside) || (one < other ? -1 : 1))
      .map(([user, role]): TeamMember => ({ usuario: people.named(user), rol: role })),
  };
}

/** Differences between an audit's plan at two versions. */
export function toPlanChanges(
  from: PastAudit,
  to: PastAudit,
  people: People,
  slices: readonly Slice[],
): PlanChangesAnswer {
  const [before, after] = [statusName(from.state), statusName(to.state)];
  return {
    from: from.version,
    to: to.version,
    fromAt: from.at,
    toAt: to.at,
    head: to.head,
    ...(before !== after && { status: { from: before, to: after } }),
    changes: comparePlans(from.state, to.state, slices).map((one) =>
      toChange(one, from.state, to.state, people),
    ),
  };
}

function toChange(one: ItemDifference, before: AuditState, after: AuditState, people: People): PlanChange {
  if (one.kind === 'added') return { ...subject(one.after, after), change: 'added' };
  if (one.kind === 'removed') return { ...subject(one.before, before), change: 'removed' };
  const { fields, contents, before: old, after: now } = one;
  const isMoved = fields.has('place') && old.place[0] !== now.place[0];
  const person = (id: string | null) => (id === null ? null : people.named(id));
  return {
    ...subject(now, after),
    change: 'changed',
    ...(fields.has('name') && { renamed: { from: old.name, to: now.name } }),
    ...(fields.has('code') && { recoded: { from: old.code, to: now.code } }),
    ...(isMoved && { moved: { from: placeOf(old, before), to: placeOf(now, after) } }),
    ...(fields.has('place') && !isMoved && { reordered: true as const }),
    ...(fields.has('status') && {
      status: { from: contractStatus(old.status), to: contractStatus(now.status) },
    }),
    ...(fields.has('assignee') && { assigned: { from: person(old.assignee), to: person(now.assignee) } }),
    ...(fields.has('treatment') && { treatment: { from: old.treatment, to: now.treatment } }),
    ...(fields.has('dates') && { scheduled: { from: daysOf(old), to: daysOf(now) } }),
    ...(fields.has('stretches') && {
      allotted: { from: stretchNames(old, before), to: stretchNames(now, after) },
    }),
    ...(fields.has('values') && { values: changedValuesOf(old, now) }),
    ...(fields.has('signatures') && {
      signatures: { from: signersOf(old, people), to: signersOf(now, people) },
    }),
    ...(contents.length > 0 && {
      contents: contents.map(({ part, names }) => ({ part, names: [...names] })),
    }),
  };
}

/** Names of the sprints and visits that an item was in at a version. */
const stretchNames = (node: TreeNode, state: AuditState): string[] =>
  (['sprint', 'visit'] as const).flatMap((kind) => stretchesWith(state, node, kind).map(({ name }) => name));

const daysOf = ({ dates }: TreeNode) => ({ start: dates?.[0] ?? null, end: dates?.[1] ?? null });

/** Values that differ, ordered by key. */
const changedValuesOf = (old: TreeNode, now: TreeNode): NonNullable<PlanChange['values']> =>
  [...new Set([...Object.keys(old.values ?? {}), ...Object.keys(now.values ?? {})])]
    .sort()
    .map((key) => ({ key, from: valueOf(old.values, key), to: valueOf(now.values, key) }))
    .filter(({ from, to }) => from !== to);

/**
 * Children of an item as they were displayed: a reference shows its target, a step is prefixed with its
 * parent's name.
 */
function toPastItems(
  state: AuditState,
  parent: ItemId | null,
  level: number,
  people: People,
): TreeItemView[] {
  return displayOrder(state, parent).flatMap((id, at) => {
    const node = state.get(id);
    return node ? [toPastItem(state, node, at + 1, level, people)] : [];
  });
}

function toPastItem(
  state: AuditState,
  node: TreeNode,
  position: number,
  level: number,
  people: People,
): TreeItemView {
  const shown = resolved(state, node);
  const { prefix, name } = displayName(state, node);
  return {
    id: node.id,
    codigo: shown.code,
    nombre: prefix === null ? name : `${prefix} - ${name}`,
    _nombre: shown.name,
    item_tipo: CONTRACT_ITEM_TYPE[node.type],
    status: contractStatus(shown.status),
    usuario_asignado: shown.assignee === null ? null : people.named(shown.assignee),
    parent: node.place[0],
    position,
    level,
    created_by: { id: node.createdBy },
    version: node.version,
    refitem_details: shown === node ? null : { id: shown.id },
    valores: { ...shown.values },
    firmas: signersOf(shown, people),
    items: toPastItems(state, node.id, level + 1, people),
  };
}

const subject = (node: TreeNode, view: AuditState) => ({
  id: node.id,
  item_tipo: CONTRACT_ITEM_TYPE[node.type],
  codigo: node.code,
  nombre: node.name,
  place: placeOf(node, view),
});

const placeOf = ({ place: [parent] }: TreeNode, view: AuditState): PlanChange['place'] => ({
  parent,
  parentName: parent === null ? null : (view.get(parent)?.name ?? null),
});

const contractStatus = (status: ItemStatus | null): string | null =>
  status === null ? null : CONTRACT_STATUS[status];
