import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import { systemActor, type SystemTask } from '@cotejo/audits-contracts';

const OWN_RIGHTS: Readonly<Record<SystemTask, Principal['permissions']>> = {
  trash: { 'trashbin.purge': 1 },
  compaction: { 'trashbin.purge': 1 },
  texts: { 'plan.treeitem__edit': 1 },
  operator: {},
};

/**
 * Principal for the server's own maintenance tasks in one account, with only the permissions that the task
 * needs. It is in no team, so it gets the role `admin`, which requires none; the permissions are listed
 * explicitly.
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
