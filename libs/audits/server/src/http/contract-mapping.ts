import type { AccessDirectory, AccountId, PermissionKey, Principal, UserId } from '@cotejo/access-contracts';
import {
  CONTRACT_AUDIT_KIND,
  CONTRACT_AUDIT_STATUS,
  CONTRACT_FREQUENCY,
  CONTRACT_ITEM_TYPE,
  CONTRACT_RECORD_TYPE,
  CONTRACT_STATUS,
  type AuditDetail,
  type AuditListRow,
  type AuditRow,
  type AuditTemplateRow,
  type ChangeRow,
  type ItemId,
  type OwnActionPlanRow,
  type TeamMember,
  type TeamRole,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import type { AuditTemplate } from '@cotejo/audits-domain';
import { PEOPLE_IN_DETAIL } from '../read-models/describe-change.ts';
import type { AuditListEntry } from '../read-models/list-audits.ts';
import type { ChangeEntry } from '../read-models/read-change-log.ts';
import type { OwnPlan } from '../read-models/read-own-plans.ts';
import type { TreeRow } from '../read-models/read-tree.ts';
import { mayList, rightsIn } from './audit-policy.ts';

/** People of an account by id; whoever left or was forgotten keeps the id and has no name. */
export class People {
  constructor(
    private readonly directory: AccessDirectory,
    private readonly accountId: AccountId,
  ) {}

  /** `{id, name, sigla}` as the contract names a person. */
  named<Id extends string>(id: Id): { id: Id; name: string; sigla: string } {
    return { id, name: this.nameOf(id) ?? '', sigla: this.find(id)?.initials ?? '' };
  }

  nameOf(id: string): string | null {
    const person = this.find(id);
    return person ? `${person.firstName} ${person.lastName}`.trim() : null;
  }

  private find(id: string) {
    return this.directory.person(this.accountId, id as UserId);
  }
}

/** Minutes as hours with two decimals. */
const hours = (minutes: number): number => Math.round((minutes * 100) / 60) / 100;

/** A completed audit with a real closing day reads as closed (specification 2, section 4). */
export const statusName = ({ status, closedOn }: Pick<AuditListEntry, 'status' | 'closedOn'>): string =>
  status === 'completed' && closedOn !== null ? 'CULMINADO_CERRADO' : CONTRACT_AUDIT_STATUS[status];

/** A row of the list. */
export function toAuditRow(entry: AuditListEntry, people: People): AuditRow {
  return {
    id: entry.id,
    nombre: entry.name,
    codigo: entry.code,
    ano_auditoria: entry.year,
    record_type: CONTRACT_RECORD_TYPE[entry.recordType],
    status: statusName(entry),
    frequency_type: CONTRACT_FREQUENCY[entry.frequency],
    tipo_auditoria: CONTRACT_AUDIT_KIND[entry.kind],
    fecha_inicio: entry.startDate,
    fecha_fin: entry.endDate,
    fecha_cierre_real: entry.closedOn,
    horas_presupuestadas: hours(entry.budgetedMinutes),
    horas_cargadas: hours(entry.chargedMinutes),
    progreso: entry.progress,
    items: entry.items,
    lider: entry.leader === null ? null : people.named(entry.leader),
    created_by: { id: entry.createdBy },
    in_team: entry.ownRole !== null,
    operacion: entry.operationKind,
    version: entry.version,
  };
}

/** A row of the feed: the audit as this person sees it, or its removal from their list. */
export function toAuditListRow(entry: AuditListEntry, principal: Principal, people: People): AuditListRow {
  const { id, version } = entry;
  return entry.discarded || !mayList(principal, entry)
    ? { id, removed: true, version }
    : toAuditRow(entry, people);
}

/** Rights that a detail tells, so that the browser can hide and disable; whoever acts is judged again. */
const TOLD_PERMISSIONS: readonly PermissionKey[] = [
  'audits.access',
  'audits.import',
  'plan.access',
  'plan.treeitem__add',
  'plan.treeitem__edit',
  'plan.treeitem__move',
  'plan.treeitem__delete',
  'plan.treeitem__restore',
  'plan.assign_user',
  'plan.mark_completed',
  'plan.mark_reviewed',
  'plan.finding__mark_reviewed',
  'plan.history',
];

/** An audit with its team and the caller's rights; a right that depends on the item counts as held. */
export function toAuditDetail(
  entry: AuditListEntry,
  team: ReadonlyMap<UserId, TeamRole>,
  principal: Principal,
  people: People,
): AuditDetail {
  const can = rightsIn(principal, entry, team);
  const { userId } = principal;
  const best = { createdBy: userId, assignee: userId };
  return {
    ...toAuditRow(entry, people),
    equipo: [...team].map(([user, role]): TeamMember => ({ usuario: people.named(user), rol: role })),
    permissions: Object.fromEntries(TOLD_PERMISSIONS.map((key) => [key, can(key, best)])),
  };
}

/** The plan as nested items. Siblings stand in display order: understandings first, then by position. */
export function toTreeViews(rows: readonly TreeRow[], people: People): TreeItemView[] {
  const children = new Map<ItemId | null, TreeRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parentId);
    if (siblings) siblings.push(row);
    else children.set(row.parentId, [row]);
  }
  const under = (parent: ItemId | null, level: number): TreeItemView[] =>
    displayed(children.get(parent) ?? []).map((row, at) => ({
      id: row.id,
      codigo: row.code,
      nombre: row.name,
      _nombre: row.name,
      item_tipo: CONTRACT_ITEM_TYPE[row.type],
      status: row.status === null ? null : CONTRACT_STATUS[row.status],
      usuario_asignado: row.assignee === null ? null : people.named(row.assignee),
      parent: row.parentId,
      position: at + 1,
      level,
      created_by: { id: row.createdBy },
      version: row.version,
      items: under(row.id, level + 1),
    }));
  return under(null, 1);
}

function displayed(siblings: readonly TreeRow[]): readonly TreeRow[] {
  const rank = (row: TreeRow): number => (row.type === 'understanding' ? 0 : 1);
  return siblings.toSorted((a, b) => rank(a) - rank(b));
}

/** An item of a plan, wherever it stands, with what is under it. */
export function findInTree(views: readonly TreeItemView[], id: string): TreeItemView | null {
  const waiting = [...views];
  for (let view = waiting.pop(); view !== undefined; view = waiting.pop()) {
    if (view.id === id) return view;
    waiting.push(...view.items);
  }
  return null;
}

/** A change with its people's names of today. */
export function toChangeRow(change: ChangeEntry, people: People): ChangeRow {
  const detail = { ...change.detail };
  for (const key of PEOPLE_IN_DETAIL[change.type] ?? []) {
    const id = detail[key];
    detail[`${key}Name`] = typeof id === 'string' ? people.nameOf(id) : null;
  }
  return {
    version: change.version,
    at: change.at,
    actor: people.named(change.actor),
    type: change.type,
    item: change.itemId !== null && change.item !== null ? { id: change.itemId, ...change.item } : null,
    detail,
  };
}

/** A plan as the person who answers it sees it. */
export const toOwnActionPlanRow = (plan: OwnPlan): OwnActionPlanRow => ({
  id: plan.id,
  codigo: plan.code,
  nombre: plan.name,
  status: plan.status === null ? null : CONTRACT_STATUS[plan.status],
  hallazgo: plan.findingName === null ? null : { codigo: plan.findingCode, nombre: plan.findingName },
  auditoria: { id: plan.auditId, codigo: plan.auditCode, nombre: plan.auditName },
  version: plan.version,
});

export const toTemplateRow = ({ id, name, description, phases }: AuditTemplate): AuditTemplateRow => ({
  id,
  nombre: name,
  descripcion: description,
  fases: phases.map((phase) => phase.name),
});
