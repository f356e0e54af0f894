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

/** Last parts of read-only keys: the only ones that guests can hold. */
const READ_ACTIONS: ReadonlySet<string> = new Set(['access', 'list', 'history', 'export']);

/**
 * Modules that are read-only but confidential: mails with links, access history, security settings and all personal
 * data. Never granted to guests.
 */
const SECRETS: ReadonlySet<string> = new Set(['mail_log', 'access_history', 'settings']);
const SECRET_KEYS: ReadonlySet<string> = new Set<PermissionKey>(['users.access', 'users.export']);

/** Whether a key only reads work (`audits.list`, `plan.history`, `plan.risk__export`…). */
export function isReadKey(key: string): boolean {
  return factsOf(key).reads;
}

/**
 * Access policy: whether a user may do something to an object (specification 1, section 6). A superuser may do
 * everything in the account; a guest only reads. A dotted key falls back to its wildcards, nearest first. 1 grants, 0
 * denies, a map is evaluated against the object ('2' created by the user, '3' created by or assigned to the user, '4'
 * of the user's projects, '5' of users associated with the user) and denies without an object, a rule decides by
 * itself. Adding and deleting by kind of item falls back to `plan.treeitem__…` before the wildcards. Keys of the whole
 * installation (`product.…`) are granted by groups only, because a superuser is limited to one account. Keys of the
 * system (`SYSTEM_ONLY`) are granted only by an explicit permission.
 *
 * Called millions of times per second by rooms: the analysis of a key is cached globally, and a map's value for a key
 * per map.
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

/** The policy bound to a user. */
export const canOf =
  (principal: Principal): Can =>
  (key, object) =>
    evaluate(principal, key, object);

/**
 * Whether a user may do this to any object, even if only to own ones; checked at the API before the object is known.
 */
export function mayHold(principal: Principal, permission: string): boolean {
  const { userId } = principal;
  const own = { createdBy: userId, assignee: userId, project: EVERYBODY, associates: EVERYBODY };
  return evaluate(principal, permission as PermissionKey, own);
}

const EVERYBODY: People = { has: () => true };

/** Value of a key in a map after all fallbacks; 0 if there is none. */
export const permissionIn = (permissions: PermissionMap, key: string): PermissionValue =>
  valueOf(permissions, key, factsOf(key));

const SYSTEM_ONLY: ReadonlySet<string> = new Set<PermissionKey>(['trashbin.purge']);

/** Keys for adding or deleting items of one kind. */
const TYPED_ITEM = /^plan\.(?:risk|control|test|step|finding|understanding|inspection|group)__(add|delete)$/;

interface KeyFacts {
  readonly ofProduct: boolean;
  readonly ofSystem: boolean;
  readonly reads: boolean;
  /** Names that a map may contain for the key, nearest first. */
  readonly names: readonly string[];
}

/** Cache by key. It can't grow without limit, because keys are written in code. */
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
  // Falls back to the general key for items, before the wildcards.
  if (action !== undefined) names.push(`plan.treeitem__${action}`);
  for (let prefix = key, dot = prefix.lastIndexOf('.'); dot > 0; dot = prefix.lastIndexOf('.')) {
    prefix = prefix.slice(0, dot);
    names.push(`${prefix}.*`);
  }
  names.push('*');
  return names;
}

/** Cache by map. A map must not be modified once a principal uses it. */
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

/** Decided by groups only; a guest in such a group can only read. */
const administersProduct = ({ groups, role }: Principal, reads: boolean): boolean =>
  groups.some((group) => PRODUCT_ADMIN_GROUPS.includes(group)) && (reads || role !== 'guest');
