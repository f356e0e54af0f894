import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, TeamRole } from '@cotejo/audits-contracts';
import type { ReadDatabase } from './read-database.ts';

/** Members of an audit's team with their roles; managers first, as the roles rank. */
export async function readTeam(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
): Promise<ReadonlyMap<UserId, TeamRole>> {
  const rows = await db.query<{ user: UserId; role: TeamRole }[]>(
    `select user_id as user, role from read.audit_member where account_id = $1 and audit_id = $2
      order by array_position(array['manager', 'leader', 'auditor', 'icce', 'guest'], role), user_id`,
    [accountId, audit],
  );
  return new Map(rows.map(({ user, role }) => [user, role]));
}
