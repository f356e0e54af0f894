import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemStatus, ItemType, RecordType } from '@cotejo/audits-contracts';
import { progressOfCounts } from '@cotejo/audits-domain';
import { dayIn, TIME_ZONE } from '@cotejo/i18n';
import type { ProjectionTransaction } from '@cotejo/projections';
import type { AuditChange } from './parse-audit-event.ts';

/** Table with a row per audit and day. */
export const PROGRESS_TABLE = 'audit_progress';

/** Events after which an audit's progress may be another. */
const MOVING: ReadonlySet<string> = new Set([
  'AuditCreated',
  'TreeItemCreated',
  'TreeItemDeleted',
  'TreeItemRestored',
  'TreeItemMoved',
  'TreeItemAllotted',
  'ItemStatusChanged',
  'SprintSet',
  'OperationFinished',
  'OperationDiscarded',
]);

/** Day of a change, yyyy-MM-dd. */
export const dayOfChange = ({ at }: Pick<AuditChange, 'at'>): string => dayIn(TIME_ZONE, new Date(at));

/**
 * Cuts a batch where the day changes, so that each audit's row of a day holds the progress at the end of that day
 * however the log is cut into batches.
 */
export function cutByDay(changes: readonly AuditChange[]): readonly (readonly AuditChange[])[] {
  const parts: AuditChange[][] = [];
  let day: string | null = null;
  for (const change of changes) {
    const its = dayOfChange(change);
    const part = parts.at(-1);
    if (part && its === day) part.push(change);
    else parts.push([change]);
    day = its;
  }
  return parts;
}

interface Count {
  readonly accountId: AccountId;
  readonly audit: AuditId;
  readonly recordType: RecordType;
  readonly type: ItemType | null;
  readonly status: ItemStatus | null;
  readonly count: number;
}

/** Stores the progress of the audits that a part of a batch, all of one day, may have moved. */
export async function noteProgress(
  tx: ProjectionTransaction,
  changes: readonly AuditChange[],
): Promise<void> {
  const [first] = changes;
  const moved = [...new Set(changes.filter(({ type }) => MOVING.has(type)).map(({ audit }) => audit))];
  if (!first || moved.length === 0) return;
  const counts = await countLiving(tx, moved);
  const audits = moved.flatMap((audit) => {
    const own = counts.filter((count) => count.audit === audit);
    const [{ accountId, recordType } = {}] = own;
    if (accountId === undefined || recordType === undefined) return [];
    const parts = own.flatMap(({ type, status, count }) => (type === null ? [] : [{ type, status, count }]));
    return [{ accountId, audit, progress: progressOfCounts(parts, recordType) }];
  });
  await tx.query(
    `insert into ${tx.schema}.${PROGRESS_TABLE} (account_id, audit_id, day, progress)
     select account_id, audit_id, $4::date, progress
       from unnest($1::uuid[], $2::uuid[], $3::real[]) p(account_id, audit_id, progress)
     on conflict (account_id, audit_id, day) do update set progress = excluded.progress`,
    [
      audits.map(({ accountId }) => accountId),
      audits.map(({ audit }) => audit),
      audits.map(({ progress }) => progress),
      dayOfChange(first),
    ],
  );
}

/**
 * Living items by type and status, without those of a running copy and those that are only in sprints left out of
 * progress; an audit without items has one row.
 */
const countLiving = (tx: ProjectionTransaction, audits: readonly AuditId[]): Promise<readonly Count[]> =>
  tx.query<Count & Record<string, unknown>>(
    `with sprints as (
       select audit_id,
              array_agg(id::text) filter (where is_left_out) as left_out,
              coalesce(array_agg(id::text) filter (where is_counted), '{}') as counted
         from ${tx.schema}.stretch where audit_id = any ($1::uuid[])
        group by audit_id having bool_or(is_left_out)
     )
     select a.account_id as "accountId", a.id as audit, a.record_type as "recordType", t.type, t.status,
            count(t.id)::int as count
       from ${tx.schema}.audit a
       left join sprints s on s.audit_id = a.id
       left join ${tx.schema}.tree_item t
         on t.account_id = a.account_id and t.audit_id = a.id and t.live
        and (a.operation_kind is distinct from 'copy' or t.created_version < a.operation_since)
        and (s.audit_id is null or t.stretches is null
             or not (jsonb_exists_any(t.stretches, s.left_out) and not jsonb_exists_any(t.stretches, s.counted)))
      where a.id = any ($1::uuid[])
      group by 1, 2, 3, 4, 5`,
    [audits],
  );
