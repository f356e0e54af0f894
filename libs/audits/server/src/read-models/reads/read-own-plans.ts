import type { AuditId, ItemId, ItemStatus } from '@cotejo/audits-contracts';
import type { Reader } from './list-audits.ts';
import type { ReadDatabase } from '../read-database.ts';

/** An action plan as shown to its owner, who sees of the audit only its name and the finding. */
export interface OwnPlan {
  readonly id: ItemId;
  readonly code: string | null;
  readonly name: string;
  readonly status: ItemStatus | null;
  readonly version: number;
  readonly auditId: AuditId;
  readonly auditCode: string;
  readonly auditName: string;
  /** Null for a plan without a finding as parent. */
  readonly findingName: string | null;
  readonly findingCode: string | null;
}

/** Living plans assigned to the reader, in audits of their account; those of the newest audit first. */
export function readOwnPlans(db: ReadDatabase, { accountId, userId }: Reader): Promise<OwnPlan[]> {
  return db.query<OwnPlan[]>(
    `select p.id, p.code, p.name, p.status, p.version, a.id as "auditId", a.code as "auditCode",
            a.name as "auditName", f.name as "findingName", f.code as "findingCode"
       from read.tree_item p
       join read.audit a on a.account_id = p.account_id and a.id = p.audit_id and not a.discarded
       left join read.tree_item f on f.account_id = p.account_id and f.audit_id = p.audit_id
        and f.id = p.parent_id and f.type = 'finding'
      where p.account_id = $1 and p.assignee = $2 and p.type = 'action_plan' and p.live
      order by a.year desc, length(a.code) desc, a.code collate "C" desc, a.id,
               length(p.code), p.code collate "C", p.id`,
    [accountId, userId],
  );
}

/** Cursor of the reader's feed; 0 for a user who never had a plan. */
export async function ownPlansCursor(db: ReadDatabase, { accountId, userId }: Reader): Promise<number> {
  const [row] = await db.query<{ changed: number }[]>(
    'select changed::float8 as changed from read.own_plans_feed where account_id = $1 and user_id = $2',
    [accountId, userId],
  );
  return row?.changed ?? 0;
}
