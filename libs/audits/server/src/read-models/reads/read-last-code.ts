import type { AccountId } from '@cotejo/access-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** Highest number among an account's codes `<prefix><number>`; 0 when there is none. */
export async function readLastCodeNumber(
  db: ReadDatabase,
  accountId: AccountId,
  prefix: string,
): Promise<number> {
  const [row] = await db.query<{ last: number | null }[]>(
    `select max(substr(code, length($2) + 1)::int) as last from read.audit
      where account_id = $1 and starts_with(code, $2) and substr(code, length($2) + 1) ~ '^[0-9]{1,9}$'`,
    [accountId, prefix],
  );
  return row?.last ?? 0;
}
