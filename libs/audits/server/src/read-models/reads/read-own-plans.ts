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
  readonly assignmentDate: string | null;
  readonly acceptanceDate: string | null;
  readonly approvalDate: string | null;
  readonly implementationDate: string | null;
  /** Due date of the finding. */
  readonly dueDate: string | null;
  /** Null for a plan without a finding as parent. */
  readonly findingName: string | null;
  readonly findingCode: string | null;
}

/** Living plans (`p`) of the person $2 in the account $1, with audit (`a`) and finding (`f`). */
const OWN = `from read.tree_item p
       join read.audit a on a.account_id = p.account_id and a.id = p.audit_id and not a.discarded and a.removal is null
       left join read.tree_item f on f.account_id = p.account_id and f.audit_id = p.audit_id
        and f.id = p.parent_id and f.type = 'finding'
      where p.account_id = $1 and p.assignee = $2 and p.type = 'action_plan' and p.live`;

/** Living plans assigned to the reader, in audits of their account; those of the newest audit first. */
export function readOwnPlans(db: ReadDatabase, { accountId, userId }: Reader): Promise<OwnPlan[]> {
  return db.query<OwnPlan[]>(
    `select p.id, p.code, p.name, p.status, p.version, a.id as "auditId", a.code as "auditCode",
            a.name as "auditName", f.name as "findingName", f.code as "findingCode",
            p.item_values->>'assignmentDate' as "assignmentDate",
            p.item_values->>'acceptanceDate' as "acceptanceDate",
            p.item_values->>'approvalDate' as "approvalDate",
            p.item_values->>'implementationDate' as "implementationDate",
            f.item_values->>'dueDate' as "dueDate"
       ${OWN}
      order by a.year desc, length(a.code) desc, a.code collate "C" desc, a.id,
               length(p.code), p.code collate "C", p.id`,
    [accountId, userId],
  );
}

/** Statuses in which a finding is a draft of the auditors. */
const DRAFTS: readonly ItemStatus[] = ['new', 'not_discussed'];

/** The finding of one of the reader's plans, null until it was discussed; null in place of it all for another plan. */
export async function findOwnPlan(
  db: ReadDatabase,
  { accountId, userId }: Reader,
  audit: AuditId,
  plan: ItemId,
): Promise<{ readonly discussedFinding: ItemId | null } | null> {
  const [row] = await db.query<{ discussedFinding: ItemId | null }[]>(
    `select case when f.status <> all ($5::text[]) then f.id end as "discussedFinding"
       ${OWN} and p.audit_id = $3 and p.id = $4`,
    [accountId, userId, audit, plan, DRAFTS],
  );
  return row ?? null;
}

/** Cursor of the reader's feed; 0 for a user who never had a plan. */
export async function ownPlansCursor(db: ReadDatabase, { accountId, userId }: Reader): Promise<number> {
  const [row] = await db.query<{ changed: number }[]>(
    'select changed::float8 as changed from read.own_plans_feed where account_id = $1 and user_id = $2',
    [accountId, userId],
  );
  return row?.changed ?? 0;
}
