import {
  accountId,
  ROLE_KEYS,
  userId,
  type PermissionKey,
  type PolicyObject,
  type Principal,
  type Role,
} from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS, evaluate, passDoor, type Passage } from '@cotejo/access-domain';
import type { DoorPolicy } from '@cotejo/http/contracts';

/** Somebody for whom the table has a column. */
export interface Column {
  readonly title: string;
  /** As the policy knows them; null = nobody is signed in. */
  readonly principal: Principal | null;
}

const ME = userId.parse('00000002-0000-4000-8000-000000000001');
const ACCOUNT = accountId.parse('00000004-0000-4000-8000-000000000001');

/** Somebody of a role of whose permissions the account has changed nothing. */
export const personOf = (role: Role, over: Partial<Principal> = {}): Principal => ({
  userId: ME,
  accountId: ACCOUNT,
  sessionId: null,
  role,
  isSuperuser: false,
  groups: [],
  permissions: DEFAULT_PERMISSIONS[role],
  ...over,
});

const ROLES: readonly Role[] = ['admin', 'manager', 'leader', 'auditor', 'owner', 'guest'];

/** Who administers the product is here an auditor of the account, so that the column shows what the group adds. */
export const PRODUCT_COLUMN = 'product';
/** An administrator, who may most, with something to do first. */
export const PENDING_COLUMN = 'pending';
export const ANONYMOUS_COLUMN = 'anonymous';

export const COLUMNS: readonly Column[] = [
  { title: ANONYMOUS_COLUMN, principal: null },
  ...ROLES.map((role) => ({ title: ROLE_KEYS[role], principal: personOf(role) })),
  { title: PRODUCT_COLUMN, principal: personOf('auditor', { groups: [3] }) },
  { title: PENDING_COLUMN, principal: personOf('admin', { pending: 'terms' }) },
];

/** Whether somebody passes, and if only for what is theirs, what makes a thing theirs. */
export interface Cell {
  readonly passage: Passage;
  readonly text: string;
}

export function cellOf(policy: DoorPolicy, { principal }: Column): Cell {
  const passage = passDoor(policy, principal);
  if (passage === 'yes') return { passage, text: 'yes' };
  if (passage !== 'some' || principal === null || policy.kind !== 'requires') return { passage, text: '–' };
  const key = policy.permission as PermissionKey;
  const makesItTheirs = Object.entries(THEIRS).filter(([, object]) => evaluate(principal, key, object));
  return { passage, text: makesItTheirs.map(([name]) => name).join(', ') };
}

const ALL = { has: () => true };

/** What can make a thing somebody's own, each by itself. */
const THEIRS: Readonly<Record<string, PolicyObject>> = {
  created: { createdBy: ME },
  assigned: { assignee: ME },
  'own projects': { project: ALL },
  'own people': { associates: ALL },
};

/** A feed or a room as if it were a door: a ticket opens it, and nobody with something to do first gets one. */
export const policyOf = (permission: string | null): DoorPolicy =>
  permission === null ? { kind: 'authenticated' } : { kind: 'requires', permission };
