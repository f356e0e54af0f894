import type { UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import {
  choice,
  day,
  file,
  flag,
  line,
  person,
  record,
  reference,
  status,
  text,
  type RowOf,
  type StateOf,
} from '@cotejo/record';

/** Work for a user with a due date: specification 2, sections 2, 3 and 9. */
export const task = record('task', {
  home: 'account',
  fields: {
    title: line(200),
    description: text(10_000).optional(),
    dueDate: day().optional(),
    /** Specification 2, section 9: none by default. */
    priority: choice({ low: 1, medium: 3, high: 5 }).optional(),
    status: status({
      pending: 'PENDIENTE',
      in_progress: 'EN_PROCESO',
      completed: 'COMPLETADO',
      reviewed: 'REVISADO',
      rejected: 'RECHAZADO',
    }),
    /** Any user of the account, including action-plan owners. */
    responsible: person<UserId>(),
    /** Subject of the task; an item (e.g. a finding) belongs to this audit. */
    audit: reference<AuditId>('audit').optional(),
    item: reference<ItemId>('item').optional(),
    rejectionReason: text(2_000).optional().readonly(),
    file: file().optional(),
  },
  derived: { old: flag() },
  acts: {
    start: { event: 'TaskStarted', moves: true },
    complete: { event: 'TaskCompleted', moves: true },
    review: { event: 'TaskReviewed', moves: true },
    reject: { body: { reason: text(2_000) }, event: 'TaskRejected', moves: true },
  },
  refusals: { task_reviewed: 409, task_own_work: 409, task_item_alone: 422 },
  rights: 'tasks',
  assignee: 'responsible',
  upcasts: { TaskCreated: [(data) => ({ ...data, file: null })], TaskChanged: [(data) => data] },
  path: '/tareas/',
  wire: {
    title: 'titulo',
    description: 'descripcion',
    dueDate: 'fecha_vencimiento',
    priority: 'prioridad',
    responsible: 'usuario_responsable',
    audit: 'auditoria',
    item: 'elemento',
    rejectionReason: 'motivo_rechazo',
    file: 'archivo',
    old: 'antigua',
    start: 'iniciar',
    complete: 'completar',
    review: 'revisar',
    reject: 'rechazar',
    reason: 'motivo',
    restore: 'restaurar',
  },
});
export type Task = StateOf<typeof task>;
/** A task as lists and pages show it. */
export type TaskRow = RowOf<typeof task>;
