import {
  accountId,
  ROLE_KEYS,
  userId,
  type PermissionKey,
  type PolicyObject,
  type Principal,
  type Role,
} from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS, evaluate, passPolicy, type Passage } from '@cotejo/access-domain';
import type { AccessPolicy } from '@cotejo/http/contracts';

/** A column of the access table. */
export interface Column {
  readonly title: string;
  /** Principal that the policy judges; null = not signed in. */
  readonly principal: Principal | null;
}

const ME = userId.parse('00000002-0000-4000-8000-000000000001');
const ACCOUNT = accountId.parse('00000004-0000-4000-8000-000000000001');

/** A principal whose role has its default permissions. */
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

/** Product administrator. Here an auditor of the account, so that the column shows only what the group adds. */
export const PRODUCT_COLUMN = 'product';
/** Administrator, the role with the most rights, with a pending duty (password, terms, second factor). */
export const PENDING_COLUMN = 'pending';
export const ANONYMOUS_COLUMN = 'anonymous';

export const COLUMNS: readonly Column[] = [
  { title: ANONYMOUS_COLUMN, principal: null },
  ...ROLES.map((role) => ({ title: ROLE_KEYS[role], principal: personOf(role) })),
  { title: PRODUCT_COLUMN, principal: personOf('auditor', { groups: [3] }) },
  { title: PENDING_COLUMN, principal: personOf('admin', { pending: 'terms' }) },
];

/** Whether a user passes; if only for their own objects, `text` names what makes an object theirs. */
export interface Cell {
  readonly passage: Passage;
  readonly text: string;
}

export function cellOf(policy: AccessPolicy, { principal }: Column): Cell {
  const passage = passPolicy(policy, principal);
  if (passage === 'yes') return { passage, text: 'yes' };
  if (passage !== 'some' || principal === null || policy.kind !== 'requires') return { passage, text: '–' };
  const key = policy.permission as PermissionKey;
  const makesItTheirs = Object.entries(THEIRS).filter(([, object]) => evaluate(principal, key, object));
  return { passage, text: makesItTheirs.map(([name]) => name).join(', ') };
}

const ALL = { has: () => true };

/** Ways in which an object can belong to the user, each alone. */
const THEIRS: Readonly<Record<string, PolicyObject>> = {
  created: { createdBy: ME },
  assigned: { assignee: ME },
  'own projects': { project: ALL },
  'own people': { associates: ALL },
};

/** Policy of a feed or a room, as for a call: it needs a ticket, and users with a pending duty get none. */
export const policyOf = (permission: string | null): AccessPolicy =>
  permission === null ? { kind: 'authenticated' } : { kind: 'requires', permission };
