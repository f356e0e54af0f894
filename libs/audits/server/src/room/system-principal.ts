import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import { systemActor, type SystemTask } from '@cotejo/audits-contracts';

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
  permissions: { 'plan.access': 1, 'trashbin.purge': 1 },
});
