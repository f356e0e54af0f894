import {
  PRODUCT_ADMIN_GROUPS,
  type Can,
  type People,
  type PermissionKey,
  type PermissionMap,
  type PermissionValue,
  type PolicyObject,
  type Principal,
} from '@cotejo/access-contracts';

/** Last parts of the keys that only read: all that a guest may ever do. */
const READ_ACTIONS: ReadonlySet<string> = new Set(['access', 'list', 'history', 'export']);

/**
 * What reads no work but people's secrets: mails with links in them, who came in from where, how the account is
 * secured, and all that is kept of a person. Not for guests, whatever a map says.
 */
const SECRETS: ReadonlySet<string> = new Set(['mail_log', 'access_history', 'settings']);
const SECRET_KEYS: ReadonlySet<string> = new Set<PermissionKey>(['users.access', 'users.export']);

/** Whether a key only reads work (`audits.list`, `plan.history`, `plan.risk__export`…). */
export function isReadKey(key: string): boolean {
  return factsOf(key).reads;
}

/**
 * May this person do this to that? Specification 1, section 6: a superuser passes; a guest reads only; a
 * dotted key falls back to its wildcards, nearest first; 1 grants, 0 denies, a map asks about the object
 * ('2' created by me, '3' created by or assigned to me, '4' of my projects, '5' of people associated with me)
 * and denies where there is none, a rule asks for itself. Adding and deleting by
 * kind of item falls back to `plan.treeitem__…` before the wildcards. What concerns the
 * whole installation (`product.…`) is apart: accounts are walls, and a superuser is one within an account.
 * So is what only the system does: nothing but its own permission map grants that.
 *
 * Asked millions of times a second by rooms: what a key means is worked out once for all, and what a map says
 * of it once for each map.
 */
export function evaluate(principal: Principal, key: PermissionKey, object?: PolicyObject): boolean {
  const facts = factsOf(key);
  if (facts.ofProduct) return administersProduct(principal, facts.reads);
  if (facts.ofSystem) return principal.permissions[key] === 1;
  if (principal.isSuperuser) return true;
  if (!facts.reads && principal.role === 'guest') return false;
  const value = valueOf(principal.permissions, key, facts);
  return typeof value === 'number' ? value === 1 : grantsUnder(value, principal, object);
}

/** The one question, bound to a person. */
export const canOf =
  (principal: Principal): Can =>
  (key, object) =>
    evaluate(principal, key, object);

/**
 * Whether a person may do this to anything at all, be it only to what is theirs: what a door asks before
 * anybody knows of what thing it will be.
 */
export function mayHold(principal: Principal, permission: string): boolean {
  const { userId } = principal;
  const own = { createdBy: userId, assignee: userId, project: EVERYBODY, associates: EVERYBODY };
  return evaluate(principal, permission as PermissionKey, own);
}

const EVERYBODY: People = { has: () => true };

/** What a map says of a key after all its fallbacks; 0 where it says nothing. */
export const permissionIn = (permissions: PermissionMap, key: string): PermissionValue =>
  valueOf(permissions, key, factsOf(key));

const SYSTEM_ONLY: ReadonlySet<string> = new Set<PermissionKey>(['trashbin.purge']);

/** Adding or deleting items of one kind. */
const TYPED_ITEM = /^plan\.(?:risk|control|test|step|finding|understanding|inspection|group)__(add|delete)$/;

interface KeyFacts {
  readonly ofProduct: boolean;
  readonly ofSystem: boolean;
  readonly reads: boolean;
  /** Names under which a map may speak of the key, the nearest first. */
  readonly names: readonly string[];
}

/** By key. Keys are written in code and in declared doors, so there are as many as there are. */
const known = new Map<string, KeyFacts>();

function factsOf(key: string): KeyFacts {
  const facts = known.get(key);
  if (facts !== undefined) return facts;
  const made: KeyFacts = {
    ofProduct: key.startsWith('product.'),
    ofSystem: SYSTEM_ONLY.has(key),
    reads: reads(key) && !SECRET_KEYS.has(key) && !SECRETS.has(key.slice(0, key.indexOf('.'))),
    names: namesOf(key),
  };
  known.set(key, made);
  return made;
}

function reads(key: string): boolean {
  const action = key.slice(key.lastIndexOf('.') + 1);
  return READ_ACTIONS.has(action.slice(action.lastIndexOf('__') + 1).replace(/^_+/, ''));
}

function namesOf(key: string): readonly string[] {
  const names = [key];
  const action = TYPED_ITEM.exec(key)?.[1];
  // What is said of adding or deleting items, where nothing is said of their kind.
  if (action !== undefined) names.push(`plan.treeitem__${action}`);
  for (let prefix = key, dot = prefix.lastIndexOf('.'); dot > 0; dot = prefix.lastIndexOf('.')) {
    prefix = prefix.slice(0, dot);
    names.push(`${prefix}.*`);
  }
  names.push('*');
  return names;
}

/** By map, what it says of each key that was asked. Maps are never changed once they are a person's. */
const compiled = new WeakMap<PermissionMap, Map<string, PermissionValue>>();

function valueOf(permissions: PermissionMap, key: string, { names }: KeyFacts): PermissionValue {
  let values = compiled.get(permissions);
  if (values === undefined) {
    values = new Map();
    compiled.set(permissions, values);
  }
  const value = values.get(key);
  if (value !== undefined) return value;
  const name = names.find((one) => Object.hasOwn(permissions, one));
  const found = (name === undefined ? undefined : permissions[name]) ?? 0;
  values.set(key, found);
  return found;
}

function grantsUnder(
  value: Exclude<PermissionValue, number>,
  { userId }: Principal,
  object: PolicyObject | undefined,
): boolean {
  if (typeof value === 'function') return value(userId, object);
  if (object === undefined) return false;
  const createdByMe = object.createdBy === userId;
  return (
    (value['2'] === 1 && createdByMe) ||
    (value['3'] === 1 && (createdByMe || object.assignee === userId)) ||
    (value['4'] === 1 && object.project?.has(userId) === true) ||
    (value['5'] === 1 && (createdByMe || object.associates?.has(userId) === true))
  );
}

/** Groups alone decide; a guest among them looks and touches nothing. */
const administersProduct = ({ groups, role }: Principal, reads: boolean): boolean =>
  groups.some((group) => PRODUCT_ADMIN_GROUPS.includes(group)) && (reads || role !== 'guest');
