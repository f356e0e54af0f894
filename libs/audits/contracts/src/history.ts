import { z } from 'zod';
import { auditRow, teamMember, type TreeItemView } from './calls/calls.ts';
import { itemId } from './ids.ts';
import { itemValue } from './item-values.ts';
import { itemSigners, itemValuesRead } from './calls/tree-item-read.ts';

/** Versions count the audit's events from 0 (its creation); at most 31 bits, like the database column. */
const version = z.int().min(0).max(2_147_483_647);
/** A version in a query. Blank is rejected, since coercion would turn it into 0. */
const asked = z.string().trim().min(1).pipe(z.coerce.number()).pipe(version);

/**
 * Query of GET /proyecto/riesgo/auditoria/{id}/plan/: the plan at a version, or at a moment (with an offset
 * or Z): the last version recorded at or before it; a future moment means now. At most one of the two;
 * neither means now.
 * 404 `version_not_reached` with `details` {head}, 404 `not_created_yet`.
 */
export const planAtQuery = z
  .object({ version: asked.optional(), at: z.iso.datetime({ offset: true }).optional() })
  .refine(({ version: one, at }) => one === undefined || at === undefined, { path: ['at'] });
export type PlanAtQuery = z.infer<typeof planAtQuery>;

/** A tree item with its subtree. */
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

/**
 * A past version of an audit, with the names, statuses, team and tree of that version; users have their
 * present names.
 */
export const planAtAnswer = z.object({
  /** The version shown: the requested one, or the last one recorded at or before the moment. */
  version,
  /**
   * Recording time of that version, ISO 8601 in UTC with microseconds; as `at` in a query it selects the same
   * version.
   */
  at: z.string(),
  /** The audit's present head version. */
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
 * Query of GET /proyecto/riesgo/auditoria/{id}/plan/filas/: the plan in rows; with `base`, only the
 * difference from the plan at that version. Refusals as for `plan/`.
 */
export const planRowsQuery = z
  .object({
    version: asked.optional(),
    at: z.iso.datetime({ offset: true }).optional(),
    base: asked.optional(),
  })
  .refine(({ version: one, at }) => one === undefined || at === undefined, { path: ['at'] });
export type PlanRowsQuery = z.infer<typeof planRowsQuery>;

/** Sparse column: pairs of row index (0-based) and value. */
const ofRow = <Value extends z.ZodType>(value: Value) => z.array(z.tuple([z.int().min(0), value]));
const texts = z.array(z.string());
/** Integers, not validated as such, because there are ten thousand per column; readers check only indexes. */
const numbers = z.array(z.number());

/**
 * Items in columns of equal length: for ten thousand items, row objects would be costly to validate, and half
 * of the bytes would be property names.
 */
export const planRows = z.object({
  id: texts,
  item_tipo: texts,
  codigo: z.array(z.string().nullable()),
  _nombre: texts,
  /** Whether the parent's name is shown before the item's own. */
  con_prefijo: z.array(z.boolean()),
  status: z.array(z.string().nullable()),
  /** Index in `personas`; -1 = none. */
  usuario_asignado: numbers,
  created_by: numbers,
  version: numbers,
  /** Level of each row, 1-based, when the rows are the whole plan in order; otherwise empty. */
  level: numbers,
  /** Prefix shown before the name when it differs from the parent's name. */
  prefijo: ofRow(z.string()),
  refitem_details: ofRow(z.string()),
  /** By key: the indexes of the rows with a value, and their values. */
  valores: z.array(
    z.object({ clave: z.string(), filas: numbers, valores: z.array(itemValuesRead.valueType) }),
  ),
  firmas: ofRow(itemSigners),
});
export type PlanRows = z.infer<typeof planRows>;

/** A past version of an audit like `planAtAnswer`, in rows. */
export const planRowsAnswer = planAtAnswer.omit({ items: true }).extend({
  /** Version from which this is the difference; null = the whole plan, in order. */
  base: version.nullable(),
  /** Users named in the rows. */
  personas: z.array(z.object({ id: z.string(), sigla: z.string(), name: z.string() })),
  /** Items that differ from `base`, in no particular order. */
  filas: planRows,
  /**
   * Children of an item (null = the audit), in order, where they differ from `base`; an empty list = no
   * children any more. No entries without a base, where the levels define the tree.
   */
  hijos: z.array(z.tuple([z.string().nullable(), z.array(z.string())])),
});
export type PlanRowsAnswer = z.infer<typeof planRowsAnswer>;

/**
 * Query of GET /proyecto/riesgo/auditoria/{id}/changes/: differences between the plan at two versions; `to`
 * defaults to now. 404 `version_not_reached`, 422 `versions_reversed`.
 */
export const planChangesQuery = z.object({ from: asked, to: asked.optional() });
export type PlanChangesQuery = z.infer<typeof planChangesQuery>;

const place = z.object({
  parent: itemId.nullable(),
  /** The parent's name at that version; null at the top level. */
  parentName: z.string().nullable(),
});
const before = <Value extends z.ZodType>(value: Value) => z.object({ from: value, to: value });
const person = z.object({ id: z.string(), name: z.string(), sigla: z.string() }).nullable();

/** Worksheet contents of other contexts. */
export const contentsPart = z.enum(['texts', 'attachments', 'notes']);
export type ContentsPart = z.infer<typeof contentsPart>;

/**
 * An item that differs between two versions. `added` and `removed` refer to visibility: an item is removed
 * when it or an ancestor was deleted, and added when it was restored. Each differing field has its two
 * values; an item at another position under the same parent is `reordered`.
 */
export const planChange = z.object({
  id: itemId,
  item_tipo: z.string(),
  /** Code and name at `to`; at `from` for a removed item. */
  codigo: z.string().nullable(),
  nombre: z.string(),
  /** Place at `to`; at `from` for a removed item. */
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
  /** Names of its sprints and visits. */
  allotted: before(z.array(z.string())).optional(),
  /** Differing worksheet values, by key; null = no value. */
  values: z.array(before(itemValue).extend({ key: z.string() })).optional(),
  /** Marks at both versions, when they differ. */
  signatures: before(itemSigners).optional(),
  /** Differing texts (by field), attachments and notes (by id) of the worksheet. */
  contents: z.array(z.object({ part: contentsPart, names: z.array(z.string()) })).optional(),
});
export type PlanChange = z.infer<typeof planChange>;

/** In the order of the plan at `to`; removed items follow, in the order of the plan at `from`. */
export const planChangesAnswer = z.object({
  from: version,
  to: version,
  /** Recording times of the two versions. */
  fromAt: z.string(),
  toAt: z.string(),
  head: version,
  /** Status of the audit itself, when it differs; contract names. */
  status: before(z.string()).optional(),
  changes: z.array(planChange),
});
export type PlanChangesAnswer = z.infer<typeof planChangesAnswer>;
