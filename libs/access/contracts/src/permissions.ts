import type { AccountId, SessionId, UserId } from './ids.ts';
import type { PermissionKey } from './permission-keys.ts';
import type { StoredPermission } from './permission-matrix.ts';
import type { Role, UserType } from './roles.ts';

/** Groups of product administrators (specification 1, section 2). */
export const PRODUCT_ADMIN_GROUPS: readonly number[] = [2, 3];

/**
 * A rule in code instead of data: "a function of the current user id" (specification 1, section 6). Never stored and
 * never sent.
 */
export type PermissionRule = (user: UserId, object: PolicyObject | undefined) => boolean;

/** 1 grants, 0 denies, a map is keyed by condition, a rule decides by itself. */
export type PermissionValue = StoredPermission | PermissionRule;
export type PermissionMap = Readonly<Record<string, PermissionValue>>;

/** A signed-in user as the access policy needs it, folded from the log. */
export interface Principal {
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly sessionId: SessionId | null;
  readonly role: Role;
  readonly isSuperuser: boolean;
  readonly groups: readonly number[];
  readonly permissions: PermissionMap;
  readonly userType?: UserType;
  /** Add-ons of the account; absent = none. */
  readonly addons?: readonly string[];
  /** The account's overrides of role type defaults: for rights granted through teams, and for guests. */
  readonly roleMatrices?: Readonly<Partial<Record<Role, PermissionMap>>>;
  /** Action that the user must complete first; absent = none. */
  readonly pending?: Pending | null;
}

/** Actions that block everything else: the session opens, but only calls with `whilePending` accept it. */
export type Pending = 'password_reset' | 'second_factor' | 'terms';

/** Refusal codes of all other calls while an action is pending. */
export const PENDING_REFUSALS = {
  password_reset: 'password_reset_required',
  second_factor: 'second_factor_required',
  terms: 'terms_required',
} as const satisfies Readonly<Record<Pending, string>>;

/** Whether a refusal means that an action is pending. */
export const isDutyRefusal = (code: string): boolean =>
  Object.values<string>(PENDING_REFUSALS).includes(code);

/** Any container with a membership test for users: a set, a team, a map. */
export interface People {
  has(user: UserId): boolean;
}

/** Properties of an object that the access policy may need. */
export interface PolicyObject {
  readonly createdBy?: UserId | null;
  readonly assignee?: UserId | null;
  /** Members of the object's project. */
  readonly project?: People | null;
  /** Users associated with the object, e.g. those whom a time record's author works for. */
  readonly associates?: People | null;
}

/** The access policy, shared by REST, sockets, rooms and the browser. */
export type Can = (permission: PermissionKey, object?: PolicyObject) => boolean;
