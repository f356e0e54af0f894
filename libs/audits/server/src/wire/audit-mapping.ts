import type { PermissionKey, Principal, UserId } from '@cotejo/access-contracts';
import {
  CONTRACT_AUDIT_KIND,
  COMPLETED_AND_CLOSED,
  CONTRACT_AUDIT_STATUS,
  CONTRACT_FREQUENCY,
  CONTRACT_ITEM_TYPE,
  CONTRACT_RECORD_TYPE,
  CONTRACT_STATUS,
  itemType,
  levelOf,
  type AuditDetail,
  type AuditListRow,
  type AuditProgress,
  type AuditRow,
  type AuditTemplateRow,
  type ItemType,
  type NoteCounts,
  type OwnActionPlanRow,
  type TeamMember,
  type TeamRole,
} from '@cotejo/audits-contracts';
import { countsForProgress, type AuditTemplate } from '@cotejo/audits-domain';
import type { AuditListEntry } from '../read-models/reads/list-audits.ts';
import type { OwnPlan } from '../read-models/reads/read-own-plans.ts';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import type { NotesOf } from '../read/count-notes.ts';
import { toRemoval } from './conclusion-mapping.ts';
import type { People } from './people.ts';

/** Minutes as hours with two decimals. */
export const hours = (minutes: number): number => Math.round((minutes * 100) / 60) / 100;

/** A completed audit with a real closing day reads as closed (specification 2, section 4). */
export const statusName = ({ status, closedOn }: Pick<AuditListEntry, 'status' | 'closedOn'>): string =>
  status === 'completed' && closedOn !== null ? COMPLETED_AND_CLOSED : CONTRACT_AUDIT_STATUS[status];

/** Progress of an audit, from the counts of its living items. */
export function toAuditProgress(
  { tallies, recordType, lastChange }: AuditListEntry,
  people: People,
  notes: NoteCounts | null,
): AuditProgress {
  const byType = new Map<ItemType, { total: number; readonly statuses: Record<string, number> }>();
  const signed = { contables: 0, completados: 0, revisados: 0 };
  for (const { type, status, marks, count } of tallies) {
    const of = byType.get(type) ?? { total: 0, statuses: {} };
    byType.set(type, of);
    of.total += count;
    if (status !== null) {
      const name = CONTRACT_STATUS[status];
      of.statuses[name] = (of.statuses[name] ?? 0) + count;
    }
    if (!countsForProgress(type, recordType)) continue;
    signed.contables += count;
    if ((marks & COMPLETED) !== 0) signed.completados += count;
    if (marks === (COMPLETED | REVIEWED)) signed.revisados += count;
  }
  return {
    por_tipo: itemType.options.flatMap((type) => {
      const of = byType.get(type);
      return of ? [{ item_tipo: CONTRACT_ITEM_TYPE[type], total: of.total, estados: of.statuses }] : [];
    }),
    firmas: signed,
    notas_abiertas: notes && notes.open + notes.answered,
    ultimo_cambio: lastChange && {
      usuario: people.named(lastChange.actor),
      fecha: lastChange.at,
      version: lastChange.version,
    },
  };
}

/** Number of items per status, over the types that count for progress. */
function workStatuses({ tallies, recordType }: AuditListEntry): Record<string, number> {
  const statuses: Record<string, number> = {};
  for (const { type, status, count } of tallies) {
    if (status === null || !countsForProgress(type, recordType)) continue;
    const name = CONTRACT_STATUS[status];
    statuses[name] = (statuses[name] ?? 0) + count;
  }
  return statuses;
}

/** Bits of `ItemTally.marks`. */
const COMPLETED = 1;
const REVIEWED = 2;

/** A row of the list. */
export function toAuditRow(entry: AuditListEntry, people: People, notes: NotesOf): AuditRow {
  const { firmas, notas_abiertas, ultimo_cambio } = toAuditProgress(entry, people, notes(entry.id));
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
    firmas,
    estados: workStatuses(entry),
    notas_abiertas,
    ultimo_cambio,
    miembros: [...entry.members],
    lider: entry.leader === null ? null : people.named(entry.leader),
    unidades: (entry.units ?? []).map(({ company: empresa, unit: unidad }) => ({ empresa, unidad })),
    created_by: { id: entry.createdBy },
    in_team: entry.ownRole !== null,
    calificacion: entry.conclusion && levelOf(entry.conclusion),
    conclusion_firmada: (entry.conclusion?.signed ?? null) !== null,
    operacion: entry.operationKind,
    version: entry.version,
  };
}

/** A row of the list's feed: the audit as the user sees it, or its removal from their list. */
export function toAuditListRow(
  entry: AuditListEntry,
  principal: Principal,
  people: People,
  notes: NotesOf,
): AuditListRow {
  const { id, version } = entry;
  return entry.discarded || entry.removal !== null || !mayList(principal, entry)
    ? { id, removed: true, version }
    : toAuditRow(entry, people, notes);
}

/**
 * Permissions included in an audit's details, so that the browser can hide and disable controls; the server
 * checks every action itself.
 */
const TOLD_PERMISSIONS: readonly PermissionKey[] = [
  'audits.access',
  'audits.import',
  'pyr_evaluacion.edit',
  'plan.access',
  'plan.treeitem__add',
  'plan.treeitem__edit',
  'plan.treeitem__move',
  'plan.treeitem__delete',
  'plan.treeitem__restore',
  'plan.assign_user',
  'plan.mass_assign',
  'plan.mark_completed',
  'plan.mark_reviewed',
  'plan.finding__mark_reviewed',
  'plan.history',
  'plan.note__add',
  'plan.audit__restore',
  'trashbin.access',
];

/**
 * An audit with its team and the caller's permissions; a permission that depends on the item counts as held.
 */
export function toAuditDetail(
  entry: AuditListEntry,
  team: ReadonlyMap<UserId, TeamRole>,
  principal: Principal,
  people: People,
  notes: NotesOf,
  now: Date,
): AuditDetail {
  const can = rightsIn(principal, entry, team);
  const { userId } = principal;
  const best = { createdBy: userId, assignee: userId };
  return {
    ...toAuditRow(entry, people, notes),
    equipo: [...team].map(([user, role]): TeamMember => ({ usuario: people.named(user), rol: role })),
    costo_presupuestado: entry.budgetedCost,
    eliminada: entry.removal && toRemoval(entry.removal, entry.lastClosedOn, people, now),
    permissions: Object.fromEntries(TOLD_PERMISSIONS.map((key) => [key, can(key, best)])),
  };
}

/** An action plan as shown to its owner. */
export const toOwnActionPlanRow = (plan: OwnPlan): OwnActionPlanRow => ({
  id: plan.id,
  codigo: plan.code,
  nombre: plan.name,
  status: plan.status === null ? null : CONTRACT_STATUS[plan.status],
  hallazgo: plan.findingName === null ? null : { codigo: plan.findingCode, nombre: plan.findingName },
  auditoria: { id: plan.auditId, codigo: plan.auditCode, nombre: plan.auditName },
  fechas: {
    asignacion: plan.assignmentDate,
    aceptacion: plan.acceptanceDate,
    aprobacion: plan.approvalDate,
    implementacion: plan.implementationDate,
    vencimiento: plan.dueDate,
  },
  version: plan.version,
});

export const toTemplateRow = ({
  id,
  recordType,
  name,
  description,
  phases,
}: AuditTemplate): AuditTemplateRow => ({
  id,
  record_type: CONTRACT_RECORD_TYPE[recordType],
  nombre: name,
  descripcion: description,
  fases: phases.map((phase) => phase.name),
});
