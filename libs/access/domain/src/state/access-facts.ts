import {
  DEFAULT_PASSWORD_RULES,
  type AccountId,
  type AuthenticationMethod,
  type CustomRoleId,
  type Edition,
  type PasswordRules,
  type PermissionMap,
  type Role,
  type SecondFactor,
  type SessionId,
  type SlotId,
  type SlotPool,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';

export interface RoleFacts {
  readonly id: CustomRoleId;
  readonly roleType: Role;
  readonly name: string;
  readonly description: string;
  readonly permissions: PermissionMap;
}

export interface SlotFacts {
  readonly id: SlotId;
  readonly pool: SlotPool;
  readonly slotType: UserType;
  /** Days, `yyyy-MM-dd`; `dueOn` is inclusive. */
  readonly startsOn: string;
  readonly dueOn: string | null;
  readonly state: 'assigned' | 'unassigned' | 'released';
  /** User who has it now. */
  readonly user: UserId | null;
}

/** A user admitted to an account by the product's administrators for a limited time. */
export interface ConsultantFacts {
  readonly until: Date;
  readonly revoked: boolean;
}

export interface AccountFacts {
  readonly id: AccountId;
  readonly edition: Edition;
  readonly demo: boolean;
  readonly openedAt: string;
  readonly suspended: boolean;
  readonly addons: readonly string[];
  /** Bytes; null = no limit. */
  readonly quota: number | null;
  /** Empty = from everywhere. */
  readonly addresses: readonly string[];
  readonly passwordRules: PasswordRules;
  readonly secondFactorRequired: boolean;
  readonly settings: ReadonlyMap<string, string | number | boolean | null>;
  /** SHA-256 of the image. */
  readonly logo: string | null;
  readonly roles: ReadonlyMap<CustomRoleId, RoleFacts>;
  /** Permissions of built-in roles, where the account overrides the defaults. */
  readonly matrices: Readonly<Partial<Record<Role, PermissionMap>>>;
  readonly slots: ReadonlyMap<SlotId, SlotFacts>;
  /** Users who lost their slot of the account and have no other. */
  readonly unseated: ReadonlySet<UserId>;
  readonly consultants: ReadonlyMap<UserId, ConsultantFacts>;
}

export interface UserFacts {
  readonly id: UserId;
  readonly accountId: AccountId;
  readonly role: Role;
  readonly customRole: CustomRoleId | null;
  readonly userType: UserType;
  readonly isSuperuser: boolean;
  readonly groups: readonly number[];
  readonly locked: boolean;
  readonly forgotten: boolean;
  readonly method: AuthenticationMethod;
  readonly mustReset: boolean;
  readonly totp: boolean;
  /** By event name, the version of the text that was accepted. */
  readonly events: ReadonlyMap<string, string | null>;
  readonly throttledUntil: Date | null;
  readonly lastSignIn: string | null;
  readonly passwordChangedAt: string | null;
}

export interface SessionFacts {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly expiresAt: Date;
  /** Second factor proved at sign-in, in addition to the password; null = none, or the user's enrolled one. */
  readonly secondFactor: SecondFactor | null;
}

/** State of accounts, users and sessions, folded from the log. Modified only by `foldAccess` and `dropSession`. */
export class AccessFacts {
  readonly accounts = new Map<AccountId, AccountFacts>();
  readonly users = new Map<UserId, UserFacts>();
  readonly sessions = new Map<SessionId, SessionFacts>();
  /** Index of sessions by user, so that locking a user needs no scan. */
  readonly sessionsOf = new Map<UserId, Set<SessionId>>();
}

export const newAccount = (
  id: AccountId,
  edition: Edition,
  demo: boolean,
  openedAt: string,
): AccountFacts => ({
  id,
  edition,
  demo,
  openedAt,
  suspended: false,
  addons: [],
  quota: null,
  addresses: [],
  passwordRules: DEFAULT_PASSWORD_RULES,
  secondFactorRequired: false,
  settings: new Map(),
  logo: null,
  roles: new Map(),
  matrices: {},
  slots: new Map(),
  unseated: new Set(),
  consultants: new Map(),
});

export const newUser = (
  told: Pick<UserFacts, 'id' | 'accountId' | 'role' | 'userType' | 'isSuperuser' | 'groups'>,
): UserFacts => ({
  ...told,
  customRole: null,
  locked: false,
  forgotten: false,
  method: 'password',
  mustReset: false,
  totp: false,
  events: new Map(),
  throttledUntil: null,
  lastSignIn: null,
  passwordChangedAt: null,
});
