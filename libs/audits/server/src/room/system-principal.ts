import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import { systemActor, type SystemTask } from '@cotejo/audits-contracts';

const OWN_RIGHTS: Readonly<Record<SystemTask, Principal['permissions']>> = {
  trash: { 'trashbin.purge': 1 },
  compaction: { 'trashbin.purge': 1 },
  texts: { 'plan.treeitem__edit': 1 },
  operator: {},
};

/**
 * The server itself in one account, as the policy sees it: what its upkeep needs, and nothing else. It belongs
 * to no team, so it has an administrator's place; the permissions are its own.
 */
export const systemPrincipal = (task: SystemTask, accountId: AccountId): Principal => ({
  userId: systemActor(task) as string as UserId,
  accountId,
  sessionId: null,
  role: 'admin',
  isSuperuser: false,
  groups: [],
  permissions: { 'plan.access': 1, ...OWN_RIGHTS[task] },
});
