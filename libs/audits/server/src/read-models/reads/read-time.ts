import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemType, TimeFacts, TimeRecordId } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** A time record as the read models know it, with its item's present name. */
export interface TimeEntry extends TimeFacts {
  readonly record: TimeRecordId;
  readonly user: UserId;
  readonly removed: boolean;
  readonly version: number;
  /** Null once the item left the plan for good. */
  readonly itemType: ItemType | null;
  readonly itemCode: string | null;
  readonly itemName: string | null;
}

/** Whose records are read; `user` limits them to one person. */
export interface TimeOf {
  readonly accountId: AccountId;
  readonly audit: AuditId;
  readonly user: UserId | null;
}

/** Time records of an audit, newest day first. */
export const readTime = (db: ReadDatabase, of: TimeOf): Promise<TimeEntry[]> =>
  entries(db, of, 'and not t.removed order by t.day desc, t.version desc', []);

/** Time records changed after an audit version, removed ones included, in the order of their changes. */
export const readTimeAfter = (
  db: ReadDatabase,
  of: TimeOf,
  after: number,
  limit: number,
): Promise<TimeEntry[]> => entries(db, of, 'and t.version > $4 order by t.version limit $5', [after, limit]);

/** Audit version of the last change of its time records; -1 before the first. */
export async function newestTimeChange(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
): Promise<number> {
  const [row] = await db.query<{ newest: number | null }[]>(
    'select max(version) as newest from read.time_record where account_id = $1 and audit_id = $2',
    [accountId, audit],
  );
  return row?.newest ?? -1;
}

function entries(
  db: ReadDatabase,
  { accountId, audit, user }: TimeOf,
  rest: string,
  values: readonly unknown[],
): Promise<TimeEntry[]> {
  return db.query<TimeEntry[]>(
    `select t.record_id as record, t.user_id as user, t.item_id as item, t.day::text as day, t.minutes,
            t.is_productive as "isProductive", t.note, t.removed, t.version,
            i.type as "itemType", i.code as "itemCode", i.name as "itemName"
       from read.time_record t
       left join read.tree_item i
         on i.account_id = t.account_id and i.audit_id = t.audit_id and i.id = t.item_id
      where t.account_id = $1 and t.audit_id = $2 and ($3::uuid is null or t.user_id = $3) ${rest}`,
    [accountId, audit, user, ...values],
  );
}
