import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { changeRow } from '../feeds.ts';
import { COPY_REFUSALS, DELETE_REFUSALS, EDIT_REFUSALS, SIGN_REFUSALS } from '../plan-refusals.ts';
import { changesPlan, EDIT_KINDS, itemParams, readsPlan } from './record-params.ts';
import { applyActionBody, itemActionBodies, itemActionName, itemReading } from './tree-calls.ts';
import { changedTreeItem, treeItemFields, treeItemRead } from './tree-item-read.ts';

const ITEM = '/proyecto/riesgo/auditoria_treeitem/:id/';
const ITEM_OF_EVALUATION = '/proyecto/riesgo/evaluacion_treeitem/:id/';
const at = (end: string) => ({ path: `${ITEM}${end}/`, also: [`${ITEM_OF_EVALUATION}${end}/`] });

const acting = {
  ...changesPlan([...EDIT_KINDS, 'create_item', 'copy_item', 'delete_item', 'restore_item']),
  data: changedTreeItem,
  ifMatch: true,
  refusals: [
    ...new Set([...EDIT_REFUSALS, ...SIGN_REFUSALS, ...DELETE_REFUSALS, ...COPY_REFUSALS, 'not_deleted']),
  ],
} as const;
const reading = {
  ...readsPlan,
  ...at(':action'),
  params: itemParams.extend({ action: itemReading }),
  refusals: ['item_not_found'],
};
/** The body's shape depends on the action in the path. */
const named = {
  ...acting,
  ...at(':action'),
  params: itemParams.extend({ action: itemActionName }),
  body: z.looseObject({}),
  describedBody: z.union(Object.values(itemActionBodies)),
} as const;

/**
 * Calls on one item by its id alone, in any record of the caller's account: if several records contain it,
 * the first that the caller may see, living items before deleted ones, then the oldest record.
 */
export const itemCalls = {
  /**
   * Reads one aspect of an item: the item, its children or ancestors, its history, its references, its
   * actions.
   */
  read: defineCall({
    ...reading,
    data: z.union([treeItemRead, z.array(treeItemFields), z.array(changeRow), z.array(itemActionName)]),
  }),
  /** Executes the action named in the body. */
  applyAction: defineCall({
    ...acting,
    ...at('apply_action'),
    method: 'POST',
    params: itemParams,
    body: applyActionBody,
  }),
  /** Executes the action named in the path. */
  post: defineCall({ ...named, method: 'POST' }),
  put: defineCall({ ...named, method: 'PUT' }),
};

/** `read` with the answer's type for `history`. */
export const itemHistoryCall = defineCall({ ...reading, data: z.array(changeRow) });
