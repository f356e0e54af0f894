import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, FollowUpQuery, ItemId, ItemStatus } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';

/** A finding or action plan with its due date and audit. */
export interface FollowedUp {
  readonly id: ItemId;
  readonly type: 'finding' | 'action_plan';
  readonly code: string | null;
  readonly name: string;
  readonly status: ItemStatus | null;
  readonly impact: number | null;
  /** yyyy-MM-dd */
  readonly dueDate: string | null;
  readonly isLate: boolean;
  readonly auditId: AuditId;
  readonly auditCode: string;
  readonly auditName: string;
}

/**
 * Findings and plans outside the trash. `f` is the finding of a plan, `p` the plan of a finding, `w` status and
 * treatment of the plan in question: the row itself, or the finding's plan. $1 = account, $2 = today.
 */
const FROM = `
  from read.tree_item t
  join read.audit a on a.account_id = t.account_id and a.id = t.audit_id and not a.discarded and a.removal is null
  left join read.tree_item f
    on t.type = 'action_plan' and f.account_id = t.account_id and f.audit_id = t.audit_id and f.id = t.parent_id
   and f.type = 'finding'
  left join lateral (
    select c.status, c.treatment, true as "isThere" from read.tree_item c
     where t.type = 'finding' and c.account_id = t.account_id and c.audit_id = t.audit_id and c.parent_id = t.id
       and c.type = 'action_plan' and c.live
     order by c.id limit 1) p on true
  cross join lateral (
    select case when t.type = 'finding' then p.status else t.status end as status,
           case when t.type = 'finding' then p.treatment else t.treatment end as treatment) w
  cross join lateral (
    select case when t.type = 'finding' then coalesce(t.item_values->>'dueDate', t.end_date::text)
                else coalesce(t.item_values->>'implementationDate', t.end_date::text, f.item_values->>'dueDate')
            end as day) due
 where t.account_id = $1 and t.type in ('finding', 'action_plan') and t.live`;

const IS_LATE = `(due.day is not null and due.day < $2::text
  and (w.status is null or w.status not in ('implemented', 'following_up', 'evaluated')))`;

const COLUMNS = `
  t.id, t.type, t.code, t.name, t.status, a.id as "auditId", a.code as "auditCode", a.name as "auditName",
  coalesce(t.item_values->>'impact', f.item_values->>'impact')::int as impact,
  due.day as "dueDate", ${IS_LATE} as "isLate"`;

/**
 * Open as in `isOpenFinding`: with a plan until that is evaluated, or implemented where no evaluation is asked for;
 * without one until the finding is reviewed. Drafts of findings are left out.
 */
const IS_OPEN = `
  and not (t.type = 'finding' and coalesce(t.status, 'new') = 'new')
  and not (t.type = 'finding' and p."isThere" is null and t.status = 'reviewed')
  and w.status is distinct from 'evaluated'
  and not coalesce(w.status = 'implemented' and w.treatment = 'none', false)`;

const ASKED = `
  and t.audit_id = any ($3::uuid[])
  and ($4::text is null or t.type = $4)
  and ($5::text is null or concat_ws(' ', t.code, t.name) ilike $5 or concat_ws(' ', a.code, a.name) ilike $5)`;

export interface OpenFollowUpQuery extends Pick<FollowUpQuery, 'q'> {
  readonly type: FollowedUp['type'] | null;
  /** Row before the first one of the page. */
  readonly offset: number;
  readonly limit: number;
}

/**
 * A page of the open findings and plans of these audits, late ones first, then by impact, due date and code.
 * @param today yyyy-MM-dd
 */
export async function listOpenFollowUp(
  db: ReadDatabase,
  account: AccountId,
  audits: readonly AuditId[],
  { q, type, offset, limit }: OpenFollowUpQuery,
  today: string,
): Promise<{ readonly rows: readonly FollowedUp[]; readonly total: number }> {
  if (audits.length === 0) return { rows: [], total: 0 };
  const text = q === undefined || q === '' ? null : `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  const asked = [account, today, [...audits], type, text];
  const [rows, [counted]] = await Promise.all([
    db.query<FollowedUp[]>(
      `select ${COLUMNS} ${FROM} ${IS_OPEN} ${ASKED}
        order by "isLate" desc, impact desc nulls last, "dueDate" nulls last, a.year desc, a.code collate "C" desc,
                 length(t.code), t.code collate "C", t.audit_id, t.id
        limit $6 offset $7`,
      [...asked, limit, offset],
    ),
    // $2 is not used without the columns, but a parameter must have a type.
    db.query<{ total: number }[]>(
      `select count(*)::int as total ${FROM} ${IS_OPEN} ${ASKED} and $2::text is not null`,
      asked,
    ),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** Findings and plans outside the trash by audit and id, in any state. */
export function nameFollowUp(
  db: ReadDatabase,
  account: AccountId,
  places: readonly { readonly audit: AuditId; readonly item: ItemId }[],
  today: string,
): Promise<FollowedUp[]> {
  if (places.length === 0) return Promise.resolve([]);
  return db.query<FollowedUp[]>(
    `select ${COLUMNS} ${FROM}
        and (t.audit_id, t.id) in (select * from unnest($3::uuid[], $4::text[]))`,
    [account, today, places.map(({ audit }) => audit), places.map(({ item }) => item)],
  );
}
