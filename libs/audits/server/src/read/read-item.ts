import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  itemActionName,
  originalItemId,
  VALUE_SHAPES,
  type ChangeRow,
  type ItemActionName,
  type ItemId,
  type ItemReading,
  type TreeItemFields,
  type TreeItemRead,
} from '@cotejo/audits-contracts';
import {
  ancestors,
  livingReferences,
  lockOf,
  resolved,
  type ItemAction as ItemLockAction,
  type TreeNode,
} from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { AuditListEntry } from '../read-models/reads/list-audits.ts';
import { readChangesOfItem } from '../read-models/reads/read-change-log.ts';
import { toChangeRow } from '../wire/change-mapping.ts';
import { People } from '../wire/people.ts';
import { readPlan, type ReadPlan, type ReadServices } from './read-plan.ts';

/** Maximum of changes in the answer for an item's history. */
const MOST_CHANGES = 200;

/** Actions that an item's type or state may rule out. */
const LOCKABLE: ReadonlySet<string> = new Set<ItemLockAction>([
  'rename',
  'recode',
  'move',
  'assign',
  'schedule',
  'describe',
  'delete',
  'duplicate',
  'copy',
]);
const isLockable = (action: ItemActionName): action is ItemActionName & ItemLockAction =>
  LOCKABLE.has(action);

const SIGNING: ReadonlySet<ItemActionName> = new Set<ItemActionName>([
  'completado',
  'revisado',
  'retirar_completado',
  'retirar_revisado',
]);
const isSigning = (action: ItemActionName): boolean => SIGNING.has(action);

/**
 * Answers one read call on an item. A deleted item is refused, except for its history.
 * @throws Refusal `item_not_found`
 */
export async function readItem(
  services: ReadServices,
  principal: Principal,
  record: AuditListEntry,
  id: ItemId,
  what: ItemReading,
): Promise<TreeItemRead | TreeItemFields[] | ChangeRow[] | ItemActionName[]> {
  if (what === 'history') {
    const { db, directory } = services;
    const people = new People(directory, principal.accountId);
    const changes = await readChangesOfItem(db, principal.accountId, record.id, id, MOST_CHANGES);
    return changes.map((change) => toChangeRow(change, people));
  }
  const plan = await readPlan(services, principal, record, [id, originalItemId(id)]);
  const node = living(plan, id);
  switch (what) {
    case 'detail': {
      const item = plan.writer.branch(node.id);
      if (!item) throw new Refusal(auditErrors, 'item_not_found');
      return item;
    }
    case 'items':
      return plan.writer.children(node.id);
    case 'parents':
      // Figures of ancestors depend on their whole subtrees, so the whole plan is read.
      return fieldsOf(
        await readPlan(services, principal, record),
        [...ancestors(plan.view, node.id)].map((above) => above.id).reverse(),
      );
    case 'references': {
      const references = livingReferences(plan.view, resolved(plan.view, node).id);
      return fieldsOf(await readPlan(services, principal, record, references), references);
    }
    case 'actions':
      return possibleActions(plan, node);
  }
}

const fieldsOf = ({ writer }: ReadPlan, ids: readonly ItemId[]): TreeItemFields[] =>
  ids.flatMap((id) => writer.item(id) ?? []);

/** The item, or the finding in place of its action plan or evaluation when that does not exist. */
function living({ view, writer }: ReadPlan, id: ItemId): TreeNode {
  const node = writer.item(id) ? view.get(id) : view.get(originalItemId(id));
  if (!node || !writer.item(node.id)) throw new Refusal(auditErrors, 'item_not_found');
  return node;
}

/**
 * Actions that the item's type and state allow; the user's rights are checked when the action is requested.
 */
function possibleActions({ view }: ReadPlan, node: TreeNode): ItemActionName[] {
  return itemActionName.options.filter((action) => {
    if (action === 'restore') return false;
    if (action === 'describe' && node.type !== 'risk') return false;
    if (action === 'treatment') return node.type === 'finding';
    if (action === 'plan_treatment') return node.type === 'action_plan';
    if (action === 'values')
      return lockOf(view, node, 'fill') === null && VALUE_SHAPES[node.type] !== undefined;
    if (isSigning(action)) return node.status !== null && node.type !== 'reference';
    if (action === 'status') return node.status !== null && node.type !== 'reference';
    return !isLockable(action) || lockOf(view, node, action) === null;
  });
}
