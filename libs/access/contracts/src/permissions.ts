import type { AccountId, SessionId, UserId } from './ids.ts';
import type { PermissionKey } from './permission-keys.ts';
import type { StoredPermission } from './permission-matrix.ts';
import type { Role, UserType } from './roles.ts';

/** Groups of people who administer the product (specification 1, section 2). */
export const PRODUCT_ADMIN_GROUPS: readonly number[] = [2, 3];

/**
 * A rule in code instead of data: "a function of the current user id" (specification 1, section 6). Never
 * stored and never sent.
 */
export type PermissionRule = (user: UserId, object: PolicyObject | undefined) => boolean;

/** 1 grants, 0 denies, a map is keyed by condition, a rule asks for itself. */
export type PermissionValue = StoredPermission | PermissionRule;
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
  readonly userType?: UserType;
  /** Add-ons of the account; absent = none. */
  readonly addons?: readonly string[];
  /** What this account says of role types instead of the defaults: for roles that a team lends, and guests. */
  readonly roleMatrices?: Readonly<Partial<Record<Role, PermissionMap>>>;
  /** What the person must do before anything else; absent = nothing. */
  readonly pending?: Pending | null;
}

/**
 * What stands before everything else: the session opens, and only doors that say so let it through
 * (`Authenticated({ whilePending: true })`).
 */
export type Pending = 'password_reset' | 'second_factor' | 'terms';

/** With what all other doors refuse meanwhile. */
export const PENDING_REFUSALS = {
  password_reset: 'password_reset_required',
  second_factor: 'second_factor_required',
  terms: 'terms_required',
} as const satisfies Readonly<Record<Pending, string>>;

/** Whether a refusal says that something stands before everything else. */
export const isDutyRefusal = (code: string): boolean =>
  Object.values<string>(PENDING_REFUSALS).includes(code);

/** Whatever can say whether a person is among others: a set, a team, a map. */
export interface People {
  has(user: UserId): boolean;
}

/** What the policy may need to know of the thing that is asked for. */
export interface PolicyObject {
  readonly createdBy?: UserId | null;
  readonly assignee?: UserId | null;
  /** People of the project that it belongs to. */
  readonly project?: People | null;
  /** People who are associated with it, e.g. whom a time record's author works for. */
  readonly associates?: People | null;
}

/** The one question, asked alike by REST, sockets, rooms and the browser. */
export type Can = (permission: PermissionKey, object?: PolicyObject) => boolean;
