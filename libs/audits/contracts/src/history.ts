import { z } from 'zod';
import { auditRow, teamMember, type TreeItemView } from './calls.ts';
import { itemId } from './ids.ts';

/** Versions count the audit's events from 0, its creation; a column of 31 bits holds them. */
const version = z.int().min(0).max(2_147_483_647);
/** As a query says it. Blank is no number: it must not be taken for the first version. */
const asked = z.string().trim().min(1).pipe(z.coerce.number()).pipe(version);

/**
 * Query of GET /proyecto/riesgo/auditoria/{id}/plan/: the plan as it was at a version, or at a moment (what
 * the server had recorded at or before it, with an offset or Z; a moment yet to come is now). One of the two;
 * neither is now.
 * 404 `version_not_reached` with `details` {head}, 404 `not_created_yet`.
 */
export const planAtQuery = z
  .object({ version: asked.optional(), at: z.iso.datetime({ offset: true }).optional() })
  .refine(({ version: one, at }) => one === undefined || at === undefined, { path: ['at'] });
export type PlanAtQuery = z.infer<typeof planAtQuery>;

/** Read shape of a tree item with what is under it. */
export const treeItemView: z.ZodType<TreeItemView> = z.object({
  id: z.string(),
  codigo: z.string().nullable(),
  nombre: z.string(),
  _nombre: z.string(),
  item_tipo: z.string(),
  status: z.string().nullable(),
  usuario_asignado: z.object({ id: z.string(), sigla: z.string(), name: z.string() }).nullable(),
  parent: z.string().nullable(),
  position: z.number().int(),
  level: z.number().int(),
  created_by: z.object({ id: z.string() }),
  version: z.number().int(),
  get items() {
    return z.array(treeItemView);
  },
});

/** An audit as it was: names, statuses, team and tree of then; people carry the names they have today. */
export const planAtAnswer = z.object({
  /** The version shown: what was asked for, or the last one recorded at or before the moment. */
  version,
  /** When that version was recorded, ISO 8601 in UTC with microseconds: asked for again, it gives the same. */
  at: z.string(),
  /** The audit's newest version now. */
  head: version,
  auditoria: auditRow.pick({
    id: true,
    nombre: true,
    codigo: true,
    record_type: true,
    status: true,
    fecha_cierre_real: true,
    progreso: true,
    items: true,
  }),
  equipo: z.array(teamMember),
  items: z.array(treeItemView),
});
export type PlanAtAnswer = z.infer<typeof planAtAnswer>;

/**
 * Query of GET /proyecto/riesgo/auditoria/{id}/changes/: what differs between the plan at two versions;
 * `to` is now when absent. 404 `version_not_reached`, 422 `versions_reversed`.
 */
export const planChangesQuery = z.object({ from: asked, to: asked.optional() });
export type PlanChangesQuery = z.infer<typeof planChangesQuery>;

const place = z.object({
  parent: itemId.nullable(),
  /** Name that the parent had then; null at the top, whose parent is the audit. */
  parentName: z.string().nullable(),
});
const before = <Value extends z.ZodType>(value: Value) => z.object({ from: value, to: value });
const person = z.object({ id: z.string(), name: z.string(), sigla: z.string() }).nullable();

/**
 * An item that is not the same at both versions. `added` and `removed` are by what a person sees: an item is
 * removed when it or anything above it was deleted, and added when it was restored. What differs is named,
 * each with its two values; an item whose place differs under one and the same parent is `reordered`.
 */
export const planChange = z.object({
  id: itemId,
  item_tipo: z.string(),
  /** Code and name as they are at `to`; at `from` for what was removed. */
  codigo: z.string().nullable(),
  nombre: z.string(),
  /** Where it stands at `to`; at `from` for what was removed. */
  place,
  change: z.enum(['added', 'removed', 'changed']),
  renamed: before(z.string()).optional(),
  recoded: before(z.string().nullable()).optional(),
  moved: before(place).optional(),
  reordered: z.literal(true).optional(),
  /** Statuses by their contract names. */
  status: before(z.string().nullable()).optional(),
  assigned: before(person).optional(),
  /** Treatment of a finding or plan: `action_plan`, `evaluate`, `none`. */
  treatment: before(z.string().nullable()).optional(),
});
export type PlanChange = z.infer<typeof planChange>;

/** In the order of the plan at `to`; what was removed follows, in the order of the plan at `from`. */
export const planChangesAnswer = z.object({
  from: version,
  to: version,
  /** When those versions were recorded. */
  fromAt: z.string(),
  toAt: z.string(),
  head: version,
  /** Status of the audit itself, when it differs; contract names. */
  status: before(z.string()).optional(),
  changes: z.array(planChange),
});
export type PlanChangesAnswer = z.infer<typeof planChangesAnswer>;
