import {
  PRODUCT_ADMIN_GROUPS,
  type Can,
  type PermissionKey,
  type PermissionMap,
  type PermissionValue,
  type PolicyObject,
  type Principal,
} from '@cotejo/access-contracts';

/** Last parts of the keys that only read: all that a guest may ever do. */
const READ_ACTIONS: ReadonlySet<string> = new Set(['access', 'list', 'history', 'export']);

/** Whether a key only reads (`audits.list`, `plan.history`, `plan.risk__export`…). */
export function isReadKey(key: string): boolean {
  const action = key.slice(key.lastIndexOf('.') + 1);
  return READ_ACTIONS.has(action.slice(action.lastIndexOf('__') + 1).replace(/^_+/, ''));
}

/**
 * May this person do this to that? Specification 1, section 6: a superuser passes; a guest reads only; a
 * dotted key falls back to its wildcards, nearest first; 1 grants, 0 denies, a map asks about the object
 * ('2' created by me, '3' created by or assigned to me) and denies where there is none. Adding and deleting by
 * kind of item falls back to `plan.treeitem__…` before the wildcards. What concerns the
 * whole installation (`product.…`) is apart: accounts are walls, and a superuser is one within an account.
 * So is what only the system does: nothing but its own permission map grants that.
 */
export function evaluate(principal: Principal, key: PermissionKey, object?: PolicyObject): boolean {
  if (key.startsWith(PRODUCT)) return administersProduct(principal, key);
  if (SYSTEM_ONLY.has(key)) return principal.permissions[key] === 1;
  if (principal.isSuperuser) return true;
  if (principal.role === 'guest' && !isReadKey(key)) return false;
  return grants(valueOf(principal.permissions, key), principal, object);
}

const PRODUCT = 'product.';

const SYSTEM_ONLY: ReadonlySet<string> = new Set<PermissionKey>(['trashbin.purge']);

/** Adding or deleting items of one kind. */
const TYPED_ITEM = /^plan\.(?:risk|control|test|step|finding|understanding|inspection|group)__(add|delete)$/;

/** Groups alone decide; a guest among them looks and touches nothing. */
const administersProduct = ({ groups, role }: Principal, key: string): boolean =>
  groups.some((group) => PRODUCT_ADMIN_GROUPS.includes(group)) && (role !== 'guest' || isReadKey(key));

/** The one question, bound to a person. */
export const canOf =
  (principal: Principal): Can =>
  (key, object) =>
    evaluate(principal, key, object);

function valueOf(permissions: PermissionMap, key: string): PermissionValue {
  const exact = permissions[key] ?? ofItemsAtLarge(permissions, key);
  if (exact !== undefined) return exact;
  for (let prefix = key, dot = prefix.lastIndexOf('.'); dot > 0; dot = prefix.lastIndexOf('.')) {
    prefix = prefix.slice(0, dot);
    const wildcard = permissions[`${prefix}.*`];
    if (wildcard !== undefined) return wildcard;
  }
  return permissions['*'] ?? 0;
}

/** What is said of adding or deleting items, where nothing is said of their kind. */
function ofItemsAtLarge(permissions: PermissionMap, key: string): PermissionValue | undefined {
  const action = TYPED_ITEM.exec(key)?.[1];
  return action === undefined ? undefined : permissions[`plan.treeitem__${action}`];
}

function grants(value: PermissionValue, { userId }: Principal, object: PolicyObject | undefined): boolean {
  if (typeof value === 'number') return value === 1;
  const createdByMe = object?.createdBy === userId;
  const assignedToMe = object?.assignee === userId;
  return (value['2'] === 1 && createdByMe) || (value['3'] === 1 && (createdByMe || assignedToMe));
}
