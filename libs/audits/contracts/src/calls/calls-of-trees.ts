import { requires } from '@cotejo/access-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { auditId, itemId } from '../ids.ts';
import type { ItemType } from '../item-types.ts';
import {
  CHANGE_REFUSALS,
  COPY_REFUSALS,
  CREATE_REFUSALS,
  DELETE_REFUSALS,
  EDIT_REFUSALS,
} from '../plan-refusals.ts';
import {
  changesPlan,
  EDIT_KINDS,
  readsPlan,
  recordItemParams,
  recordModel,
  recordParams,
} from './record-params.ts';
import {
  batchAssignBody,
  changeTreeItemBody,
  copyBody,
  copyRisksBody,
  copyUnderBody,
  createTreeItemBody,
  deleteTreeItemQuery,
  restoreBody,
  trashRow,
  treeItemsQuery,
  treeItemTypeParam,
  treeQuery,
} from './tree-calls.ts';
import { changedTree, changedTreeItem, treeItemFields, treeItemRead } from './tree-item-read.ts';

const TREE = '/proyecto/riesgo/:model/:id/tree/';
const ITEM = `${TREE}:itemId/`;

const creating = {
  ...changesPlan(['create_item']),
  method: 'POST',
  data: changedTreeItem,
  status: 201,
  refusals: CREATE_REFUSALS,
} as const;
const changing = {
  ...changesPlan(EDIT_KINDS),
  method: 'PUT',
  body: changeTreeItemBody,
  data: changedTreeItem,
  ifMatch: true,
  refusals: EDIT_REFUSALS,
} as const;
const removing = {
  ...changesPlan(['delete_item']),
  method: 'DELETE',
  query: deleteTreeItemQuery,
  data: changedTreeItem,
  ifMatch: true,
  refusals: DELETE_REFUSALS,
} as const;

/**
 * Trees of audits, risk evaluations and libraries: reads use the read models, changes go through the room.
 */
export const treeCalls = {
  /** The whole tree, nested; with an interval, the items whose dates overlap it and their ancestors. */
  tree: defineCall({
    ...readsPlan,
    path: TREE,
    params: recordParams,
    query: treeQuery,
    data: z.array(treeItemRead),
    refusals: ['audit_not_found', 'dates_reversed'],
  }),
  /**
   * One item with its subtree. An action plan or evaluation is addressed by its own id with suffix; if it
   * does not exist, the answer is its finding.
   */
  item: defineCall({
    ...readsPlan,
    path: ITEM,
    params: recordItemParams,
    data: treeItemRead,
    refusals: ['audit_not_found', 'item_not_found'],
  }),
  create: defineCall({ ...creating, path: TREE, params: recordParams, body: createTreeItemBody }),
  /** Changes fields of an item, all or nothing. */
  change: defineCall({ ...changing, path: ITEM, params: recordItemParams }),
  /** Moves an item with its subtree to the trash. */
  remove: defineCall({ ...removing, path: ITEM, params: recordItemParams }),
};

const OF_TYPE = '/proyecto/riesgo/tree_item/:type/';
const typeParams = z.object({ type: treeItemTypeParam });
const itemOfTypeParams = typeParams.extend({ id: itemId });

/** The body of a tree's own `create`, plus the record; the type is in the path. */
const createOfTypeBody = z
  .object({
    ...createTreeItemBody.shape,
    item_tipo: createTreeItemBody.shape.item_tipo.optional(),
    auditoria: auditId.optional(),
    evaluacion: auditId.optional(),
  })
  .strict()
  .refine((body) => (body.nombre ?? body._nombre) !== undefined, { path: ['nombre'] })
  .refine(({ auditoria, evaluacion }) => (auditoria === undefined) !== (evaluacion === undefined), {
    path: ['auditoria'],
  });

/** Items by type: a list requires a record, one item only its id. */
export const itemsOfTypeCalls = {
  /** Items of a type in a record, in tree order. */
  list: defineCall({
    ...readsPlan,
    path: OF_TYPE,
    params: typeParams,
    query: treeItemsQuery,
    data: z.array(treeItemFields),
    refusals: ['audit_not_found'],
  }),
  /** One item with its subtree. */
  item: defineCall({
    ...readsPlan,
    path: `${OF_TYPE}:id/`,
    params: itemOfTypeParams,
    data: treeItemRead,
    refusals: ['item_not_found'],
  }),
  create: defineCall({ ...creating, path: OF_TYPE, params: typeParams, body: createOfTypeBody }),
  change: defineCall({ ...changing, path: `${OF_TYPE}:id/`, params: itemOfTypeParams }),
  remove: defineCall({ ...removing, path: `${OF_TYPE}:id/`, params: itemOfTypeParams }),
};

const TRASH = '/proyecto/riesgo/:model/:id/papelera/';

/** Deleted items of a record, until they are purged. */
export const trashCalls = {
  /** Directly deleted items, latest first. */
  list: defineCall({
    ...readsPlan,
    path: TRASH,
    policy: requires('trashbin.access'),
    params: recordParams,
    data: z.array(trashRow),
    refusals: ['audit_not_found'],
  }),
  /** Restores an item to its place, with its subtree. */
  restore: defineCall({
    ...changesPlan(['restore_item'], 'trashbin.access'),
    method: 'POST',
    path: `${TRASH}:itemId/restaurar/`,
    params: recordItemParams,
    body: restoreBody,
    data: changedTreeItem,
    ifMatch: true,
    refusals: [...CHANGE_REFUSALS, 'not_deleted', 'parent_deleted', 'target_not_found'],
  }),
};

/** `{service}` of …/actions/{service}/: the type of the items to copy. */
export const COPIED_TYPES = {
  fases: 'phase',
  unidades_negocio: 'business_unit',
  macroprocesos: 'macroprocess',
  procesos: 'process',
  actividades: 'activity',
  entendimientos: 'understanding',
  riesgos: 'risk',
  controles: 'control',
  pasos: 'step',
  inspecciones: 'inspection',
} as const satisfies Readonly<Record<string, ItemType>>;

type Service = keyof typeof COPIED_TYPES;
const service = z.enum(Object.keys(COPIED_TYPES) as [Service, ...Service[]]);

/** Record types as named in paths of older clients; ignored, because the record has its own type. */
const anyRecordType = z.string().regex(/^[a-z_]{1,40}$/);
/**
 * Path segment before an item's id; `auditoria` and `evaluacion` are accepted for clients that send the
 * record's model.
 */
const itemModel = z.union([recordModel, z.enum(['auditoria_treeitem', 'evaluacion_treeitem', 'tree_item'])]);

const ACTIONS = '/proyecto/riesgo/:model/:id/actions/';
const copying = {
  ...changesPlan(['copy_item']),
  method: 'POST',
  data: changedTree,
  status: 201,
  refusals: COPY_REFUSALS,
} as const;

/** Actions on several items of a tree, and copies between trees. */
export const treeActionCalls = {
  /** Assigns items to a user, or to none; all or nothing. */
  batchAssign: defineCall({
    ...changesPlan(['assign_item']),
    method: 'POST',
    path: `${TREE}actions/batch_assign/`,
    params: recordParams,
    body: batchAssignBody,
    data: changedTree,
    refusals: [...CHANGE_REFUSALS, 'assignee_not_in_team', 'derived_item', 'finding_not_discussed'],
  }),
  /** Shares controls with a risk: as references within this audit, as links from others. */
  controls: defineCall({
    ...copying,
    path: `${ACTIONS}controles/`,
    params: recordParams,
    body: copyUnderBody,
  }),
  /** Copies risks from a library, an evaluation or another audit. */
  risks: defineCall({
    ...copying,
    path: '/proyecto/:recordType/:model/:id/actions/riesgos/',
    params: recordParams.extend({ recordType: anyRecordType }),
    body: copyRisksBody,
  }),
  /** Copies one item to the place given in the body. */
  copy: defineCall({
    ...copying,
    path: `${ACTIONS}copy/`,
    params: z.object({ model: itemModel, id: itemId }),
    body: z.looseObject({}),
    describedBody: copyBody,
  }),
  /** Copies items of the type named in the path. */
  copies: defineCall({
    ...copying,
    path: `${ACTIONS}:service/`,
    params: recordParams.extend({ service }),
    body: copyUnderBody,
  }),
};
