import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** Everybody who is active in a team with somebody, of any record that was not given up; themselves not. */
export async function readTeammates(
  db: ReadDatabase,
  accountId: AccountId,
  user: UserId,
): Promise<ReadonlySet<UserId>> {
  const rows = await db.query<{ user: UserId }[]>(
    `select distinct other.user_id as "user"
       from read.audit_member own
       join read.audit a on a.account_id = own.account_id and a.id = own.audit_id and not a.discarded and a.removal is null
       join read.audit_member other on other.account_id = own.account_id and other.audit_id = own.audit_id
      where own.account_id = $1 and own.user_id = $2 and other.user_id <> $2 and own.is_active and other.is_active`,
    [accountId, user],
  );
  return new Set(rows.map((row) => row.user));
}
