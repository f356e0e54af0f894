import type { Role } from './roles.ts';
import type { AccountId, SessionId, UserId } from './ids.ts';

/**
 * Keys are `{module}.{action}` of the specification; a key falls back to `{module}.*`.
 * More keys come with their modules.
 */
export type PermissionKey =
  | 'audits.access'
  | 'audits.list'
  | 'audits.add'
  | 'audits.import'
  | 'plan.access'
  | 'plan.treeitem__add'
  | 'plan.treeitem__edit'
  | 'plan.treeitem__move'
  | 'plan.treeitem__delete'
  | 'plan.treeitem__restore'
  | TypedItemKey
  | 'plan.assign_user'
  | 'plan.mass_assign'
  | 'plan.note__add'
  | 'plan.mark_completed'
  | 'plan.mark_reviewed'
  | 'plan.finding__mark_reviewed'
  | 'plan.finding__icce'
  | 'plan.history'
  | 'trashbin.access'
  | 'trashbin.purge'
  | 'pyr_evaluacion.access'
  | 'pyr_evaluacion.list'
  | 'pyr_evaluacion.add'
  | 'pyr_evaluacion.edit'
  | 'users.list'
  | ProductKey;

/** Kinds of items that rights may single out, by the words of the specification. */
export type ItemKeyName =
  'risk' | 'control' | 'test' | 'step' | 'finding' | 'understanding' | 'inspection' | 'group';

/**
 * Adding and deleting by kind (`plan.step__add`, `plan.{type}__delete`). Where a role says nothing of a kind,
 * what it says of `plan.treeitem__…` holds.
 */
export type TypedItemKey = `plan.${ItemKeyName}__add` | `plan.${ItemKeyName}__delete`;

/**
 * What concerns the whole installation, and so every account: no role of an account grants it, nor its
 * superuser; only the groups of product administrators.
 */
export type ProductKey = 'product.access' | 'product.retry';

/** Groups of people who administer the product (specification 1, section 2). */
export const PRODUCT_ADMIN_GROUPS: readonly number[] = [2, 3];

/**
 * 1 grants, 0 denies; a map is keyed by condition: '2' = created by me, '3' = created by or assigned to me.
 * Specification 1, section 6.
 */
export type PermissionValue = 0 | 1 | Readonly<Partial<Record<'2' | '3', 0 | 1>>>;
export type PermissionMap = Readonly<Record<string, PermissionValue>>;

/** Who asks: what the policy needs to know of a signed-in person, folded from the log. */
export interface Principal {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly sessionId: SessionId | null;
  readonly role: Role;
  readonly isSuperuser: boolean;
  readonly groups: readonly number[];
  readonly permissions: PermissionMap;
}

/** What the policy may need to know of the thing that is asked for. */
export interface PolicyObject {
  readonly createdBy?: UserId | null;
  readonly assignee?: UserId | null;
}

/** The one question, asked alike by REST, sockets, rooms and the browser. */
export type Can = (permission: PermissionKey, object?: PolicyObject) => boolean;
