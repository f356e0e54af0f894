import { z } from 'zod';
import { userId } from '@cotejo/access-contracts';
import { oneLineName } from '@cotejo/http/contracts';
import { auditId, itemId } from '../ids.ts';
import { calendarDay } from '../days.ts';
import { itemValue, MAX_VALUES_AT_ONCE, valueKey } from '../item-values.ts';
import { itemCode, itemName, MAX_PARTS } from '../intents.ts';
import { CONTRACT_ITEM_TYPE, itemType, type ItemType } from '../item-types.ts';
import {
  CONTRACT_FINDING_TREATMENT,
  CONTRACT_PLAN_TREATMENT,
  CONTRACT_STATUS,
  findingTreatment,
  itemStatus,
  planTreatment,
  STATUS_ALIASES,
  type FindingTreatment,
  type ItemStatus,
  type PlanTreatment,
} from '../statuses.ts';

const day = calendarDay.nullable();

/** Schema that accepts a contract name and returns the internal name. */
function named<Ours extends string>(names: Readonly<Record<Ours, string>>, ours: readonly Ours[]) {
  const known = new Map(ours.map((one): [string, Ours] => [names[one], one]));
  return z.enum(ours.map((one) => names[one])).transform((name) => known.get(name) as Ours);
}

/** `item_tipo` on the wire: HT_RIESGO … */
export const itemTypeName = named<ItemType>(CONTRACT_ITEM_TYPE, itemType.options);
const statusName = z.union([
  named<ItemStatus>(CONTRACT_STATUS, itemStatus.options),
  z.enum(Object.keys(STATUS_ALIASES)).transform((name) => STATUS_ALIASES[name] as ItemStatus),
]);
const findingTreatmentName = named<FindingTreatment>(CONTRACT_FINDING_TREATMENT, findingTreatment.options);
const planTreatmentName = named<PlanTreatment>(CONTRACT_PLAN_TREATMENT, planTreatment.options);

/** A user by id, or as an object with an id, like in answers. */
const person = z.union([userId, z.object({ id: userId }).transform(({ id }) => id)]).nullable();

const phrases = z.array(oneLineName(500)).max(100);
const riskFields = {
  riesgo_general: oneLineName(500).nullable(),
  riesgos_especificos: phrases,
  factores: phrases,
  objetivos: phrases,
};

/** 1-based rank among the siblings in display order. */
const rank = z.number().int().min(1).max(1_000_000);
/** The sibling after which the item is placed; null = first. */
const anchor = itemId.nullable();

/** Writable fields of an item. `_nombre` is its own name; `nombre` is accepted as a synonym. */
const writable = {
  nombre: itemName,
  _nombre: itemName,
  codigo: itemCode.nullable(),
  parent: itemId.nullable(),
  position: rank,
  after: anchor,
  usuario_asignado: person,
  fecha_inicio: day,
  fecha_fin: day,
  ...riskFields,
};

/**
 * POST …/auditoria/{auditId}/tree/ and …/evaluacion/{evaluationId}/tree/. A reference (HT_REF) names its
 * control in `refitem_details`.
 */
export const createTreeItemBody = z
  .object({
    ...z.object(writable).partial().shape,
    id: itemId.optional(),
    item_tipo: itemTypeName,
    ref_parent: itemId.nullable().optional(),
    refitem_details: z.object({ id: itemId }).optional(),
  })
  .strict()
  .refine((body) => (body.nombre ?? body._nombre) !== undefined, { path: ['nombre'] });
export type CreateTreeItemBody = z.infer<typeof createTreeItemBody>;

/**
 * Short values by key; null clears one. Whether a type has a value is decided by the rules
 * (`value_not_allowed`).
 */
const values = z
  .record(valueKey, itemValue)
  .refine((given) => Object.keys(given).length <= MAX_VALUES_AT_ONCE);
const points = z.number().int().min(0).max(5).nullable();
const valueFields = { probabilidad: points, impacto: points, valores: values };

/** PUT …/tree/{itemId}/: the changed fields, all or nothing. */
export const changeTreeItemBody = z
  .object({
    ...writable,
    ...valueFields,
    status: statusName,
    tratamiento_hallazgo: findingTreatmentName,
    plan_accion_tratamiento_plan_accion: planTreatmentName,
  })
  .partial()
  .strict();
export type ChangeTreeItemBody = z.infer<typeof changeTreeItemBody>;

/** How a shared control is deleted: with all its references, or only here. */
const shared = z.enum(['everywhere', 'here']).optional();
/** Query of DELETE …/tree/{itemId}/. */
export const deleteTreeItemQuery = z.object({ compartido: shared });
export type DeleteTreeItemQuery = z.infer<typeof deleteTreeItemQuery>;

/** Query of GET …/tree/: items whose dates overlap the interval, with their ancestors. */
export const treeQuery = z.object({
  fecha_inicio: calendarDay.optional(),
  fecha_fin: calendarDay.optional(),
});
export type TreeQuery = z.infer<typeof treeQuery>;

const someIds = z.array(itemId).min(1).max(MAX_PARTS);

/** POST …/{model}/{auditId}/tree/actions/batch_assign/; null removes the assignment. */
export const batchAssignBody = z.object({ usuario: person, treeitem_ids: someIds }).strict();
export type BatchAssignBody = z.infer<typeof batchAssignBody>;

/** POST …/actions/controles/ and …/actions/{service}/: copies items under a parent. */
export const copyUnderBody = z
  .object({ ids: someIds, parent: itemId.nullable(), after: anchor.optional() })
  .strict();
export type CopyUnderBody = z.infer<typeof copyUnderBody>;

/** POST …/actions/riesgos/. */
export const copyRisksBody = z
  .object({
    riesgo_ids: someIds,
    parent: itemId.nullable(),
    copy_from: z.enum(['library', 'evaluacion', 'auditoria']).default('library'),
    after: anchor.optional(),
  })
  .strict();
export type CopyRisksBody = z.infer<typeof copyRisksBody>;

/**
 * POST …/{model}/{id}/actions/copy/. A risk of a financial audit accepts only the year and a project of that
 * year (422 `financial_risk_copy`).
 */
export const copyRiskByYearBody = z
  .object({ year: z.number().int().min(1900).max(9999), project_by_year: auditId })
  .strict();
/** All other items: the target audit and the place in it; without a parent, a place is chosen. */
export const copyIntoBody = z
  .object({ destino: auditId, parent: itemId.nullable().optional(), after: anchor.optional() })
  .strict();
export const copyBody = z.union([copyRiskByYearBody, copyIntoBody]);

const moved = { parent: writable.parent.optional(), position: rank.optional(), after: anchor.optional() };

/** Version of the worksheet's texts (`rows` of their room) when it was read; absent = no text was open. */
const signing = z.object({ textos: z.number().int().nonnegative().nullable().optional() }).strict();
const nothing = z.object({}).strict();

/** Body of each action on one item; POST or PUT …/auditoria_treeitem/{id}/{action}/. */
export const itemActionBodies = {
  rename: z.object({ nombre: itemName }).strict(),
  recode: z.object({ codigo: itemCode.nullable() }).strict(),
  move: z.object(moved).strict(),
  assign: z.object({ usuario: person }).strict(),
  status: z.object({ status: statusName, desde: statusName.optional() }).strict(),
  schedule: z.object({ fecha_inicio: day, fecha_fin: day }).strict(),
  describe: z.object(riskFields).partial().strict(),
  values: z.object(valueFields).partial().strict(),
  /** Signs that the work is completed; `If-Match` names the version that was seen. */
  completado: signing,
  /** Signs that another user has reviewed the work. */
  revisado: signing,
  /** Withdraws the caller's own mark. */
  retirar_completado: nothing,
  retirar_revisado: nothing,
  treatment: z.object({ tratamiento_hallazgo: findingTreatmentName }).strict(),
  plan_treatment: z.object({ plan_accion_tratamiento_plan_accion: planTreatmentName }).strict(),
  delete: z.object({ compartido: shared }).strict(),
  restore: z.object({ con_ancestros: z.boolean().optional() }).strict(),
  duplicate: z.object({ nombre: itemName.optional() }).strict(),
  /** The variant of `copyBody` depends on the item. */
  copy: z.looseObject({}),
} as const;
export type ItemActionName = keyof typeof itemActionBodies;
export type ItemAction = {
  [Name in ItemActionName]: {
    readonly action: Name;
    readonly params: z.infer<(typeof itemActionBodies)[Name]>;
  };
}[ItemActionName];

export const itemActionName = z.enum(Object.keys(itemActionBodies) as [ItemActionName, ...ItemActionName[]]);

/** POST …/auditoria_treeitem/{id}/apply_action/: the action and its body. */
export const applyActionBody = z.looseObject({ action: itemActionName });

/** Aspects of an item for GET …/auditoria_treeitem/{id}/{action}/. */
export const itemReading = z.enum(['detail', 'items', 'parents', 'history', 'references', 'actions']);
export type ItemReading = z.infer<typeof itemReading>;

/** Query of GET …/tree_item/{type}/: the record. */
export const treeItemsQuery = z
  .object({ auditoria: auditId.optional(), evaluacion: auditId.optional() })
  .refine(({ auditoria, evaluacion }) => (auditoria === undefined) !== (evaluacion === undefined), {
    path: ['auditoria'],
  });
export type TreeItemsQuery = z.infer<typeof treeItemsQuery>;

/** `{type}` of …/tree_item/{type}/: the contract's name of a type (HT_RIESGO), or the internal one (risk). */
export const treeItemTypeParam = z.union([itemTypeName, itemType]);

/** POST …/papelera/{itemId}/restaurar/; optionally with the deleted ancestors. */
export const restoreBody = z.object({ conAncestros: z.boolean().default(false) }).strict();
export type RestoreBody = z.infer<typeof restoreBody>;

const someone = z.object({ id: z.string(), sigla: z.string(), name: z.string() });

/** GET …/auditoria/{id}/papelera/: a directly deleted item, latest first. */
export const trashRow = z.object({
  id: itemId,
  item_tipo: z.string(),
  codigo: z.string().nullable(),
  nombre: z.string(),
  eliminado_por: someone,
  /** ISO 8601 in UTC. */
  eliminado_en: z.string(),
  /** Number of items deleted with it. */
  items: z.number().int(),
  /** Its ancestors, from the top. */
  ruta: z.array(z.object({ id: itemId, nombre: z.string(), eliminado: z.boolean() })),
  /** An ancestor is deleted too, so it can only be restored together with it. */
  ancestros_eliminados: z.boolean(),
  /** Whole days until it is purged; 0 when that is due. */
  dias_restantes: z.number().int().min(0),
  version: z.number().int(),
});
export type TrashRow = z.infer<typeof trashRow>;
