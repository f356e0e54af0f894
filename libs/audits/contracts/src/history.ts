import { z } from 'zod';
import { auditRow, teamMember, type TreeItemView } from './calls.ts';
import { itemId } from './ids.ts';
import { itemValue } from './item-values.ts';
import { itemSigners, itemValuesRead } from './tree-item-read.ts';

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
  refitem_details: z.object({ id: z.string() }).nullable(),
  valores: itemValuesRead,
  firmas: itemSigners,
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
 * Query of GET /proyecto/riesgo/auditoria/{id}/plan/filas/: the same as rows, of which one who holds the plan at
 * version `base` is given only what differs. Refused as `plan/` is.
 */
export const planRowsQuery = z
  .object({
    version: asked.optional(),
    at: z.iso.datetime({ offset: true }).optional(),
    base: asked.optional(),
  })
  .refine(({ version: one, at }) => one === undefined || at === undefined, { path: ['at'] });
export type PlanRowsQuery = z.infer<typeof planRowsQuery>;

/** Of one row, which few have: its place among the rows, from 0. */
const ofRow = <Value extends z.ZodType>(value: Value) => z.array(z.tuple([z.int().min(0), value]));
const texts = z.array(z.string());
/** Whole numbers; of ten thousand each, whoever reads them looks only at those that must fit somewhere. */
const numbers = z.array(z.number());

/**
 * Items by column, as long as one another: ten thousand are sent at once, and rows would be as many objects to
 * check and half of them names of properties.
 */
export const planRows = z.object({
  id: texts,
  item_tipo: texts,
  codigo: z.array(z.string().nullable()),
  _nombre: texts,
  /** Whether people read the name of what it stands in before its own. */
  con_prefijo: z.array(z.boolean()),
  status: z.array(z.string().nullable()),
  /** Index in `personas`; -1 = nobody. */
  usuario_asignado: numbers,
  created_by: numbers,
  version: numbers,
  /** Level of each from 1, where the rows are the whole plan in its order; else empty. */
  level: numbers,
  /** What people read before its name when that is another than the name of what it stands in. */
  prefijo: ofRow(z.string()),
  refitem_details: ofRow(z.string()),
  /** By key: places of the rows that have one, and the value of each. */
  valores: z.array(
    z.object({ clave: z.string(), filas: numbers, valores: z.array(itemValuesRead.valueType) }),
  ),
  firmas: ofRow(itemSigners),
});
export type PlanRows = z.infer<typeof planRows>;

/** An audit as it was, as `planAtAnswer` tells it, in rows. */
export const planRowsAnswer = planAtAnswer.omit({ items: true }).extend({
  /** Version whose plan the reader holds, from which this differs; null = here is all of it, in its order. */
  base: version.nullable(),
  /** Who is named in the rows. */
  personas: z.array(z.object({ id: z.string(), sigla: z.string(), name: z.string() })),
  /** Items that are not as they were at `base`, in no order. */
  filas: planRows,
  /**
   * What stands in an item (null = the audit), in its order, where that is not as at `base`; empty = nothing any
   * more. None without a base: the levels tell it.
   */
  hijos: z.array(z.tuple([z.string().nullable(), z.array(z.string())])),
});
export type PlanRowsAnswer = z.infer<typeof planRowsAnswer>;

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

/** What other contexts keep in worksheets. */
export const contentsPart = z.enum(['texts', 'attachments', 'notes']);
export type ContentsPart = z.infer<typeof contentsPart>;

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
  /** First and last day. */
  scheduled: before(z.object({ start: z.string().nullable(), end: z.string().nullable() })).optional(),
  /** Values of its worksheet that differ, by key; null = it had none, or has none any more. */
  values: z.array(before(itemValue).extend({ key: z.string() })).optional(),
  /** Marks under it, when others stand at `to`. */
  signatures: before(itemSigners).optional(),
  /** Texts (by field), attachments and notes (by id) of its worksheet that are not the same. */
  contents: z.array(z.object({ part: contentsPart, names: z.array(z.string()) })).optional(),
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
