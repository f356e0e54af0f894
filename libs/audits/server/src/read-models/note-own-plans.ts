import { userId, type AccountId, type UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemType } from '@cotejo/audits-contracts';
import type { ProjectionTransaction } from '@cotejo/projections';
import type { RowsAfter, RowsBefore } from './fold-audit-rows.ts';
import type { AuditRowState } from './tables/audit-rows.ts';
import { placeOf } from './parse-audit-event.ts';

/** An item whose `live` changed because of an ancestor. */
export interface RevivedItem {
  readonly accountId: AccountId;
  readonly type: ItemType;
  readonly assignee: UserId | null;
}

export const OWN_PLANS_FEED = 'own_plans_feed';

const ASSIGNING = new Set(['TreeItemCreated', 'TreeItemAssigned']);

interface PlanHolder {
  readonly accountId: AccountId;
  readonly userId: UserId;
}

/**
 * Advances the feed cursor of every user whose list of own action plans a batch may have changed: plans
 * assigned to them after, before or during the batch, plans whose finding was renamed, plans deleted or
 * restored with an ancestor, and plans of audits discarded, deleted or restored. Assignments within the batch count, so that the
 * result does not depend on how the log is cut into batches.
 */
export async function noteOwnPlans(
  tx: ProjectionTransaction,
  before: RowsBefore,
  after: RowsAfter,
  revived: readonly RevivedItem[],
): Promise<void> {
  const holders = [
    ...after.items.flatMap((row) => {
      const earlier = before.items.get(placeOf(row.auditId, row.id));
      return row.type === 'action_plan' ? [row, ...(earlier ? [earlier] : [])] : [];
    }),
    ...revived.filter(({ type }) => type === 'action_plan'),
  ].flatMap(({ accountId, assignee }): PlanHolder[] =>
    assignee === null ? [] : [{ accountId, userId: assignee }],
  );
  holders.push(...holdersForAMoment(after));
  holders.push(...(await holdersUnderFindings(tx, after)), ...(await holdersInHidden(tx, before, after)));
  if (holders.length === 0) return;
  await tx.query(
    `insert into ${tx.schema}.own_plans_feed (account_id, user_id, changed)
     select account_id, user_id, nextval('read.audit_changed')
       from (select distinct * from unnest($1::uuid[], $2::uuid[]) h(account_id, user_id)) holder
     on conflict (account_id, user_id) do update set changed = excluded.changed`,
    [holders.map(({ accountId }) => accountId), holders.map(({ userId }) => userId)],
  );
}

function holdersForAMoment({ changes }: RowsAfter): readonly PlanHolder[] {
  return changes
    .filter(({ type, item }) => ASSIGNING.has(type) && item?.type === 'action_plan')
    .flatMap(({ accountId, detail }) => {
      const assignee = userId.safeParse(detail['assignee']);
      return assignee.success ? [{ accountId, userId: assignee.data }] : [];
    });
}

async function holdersUnderFindings(
  tx: ProjectionTransaction,
  after: RowsAfter,
): Promise<readonly PlanHolder[]> {
  const findings = after.items.filter(({ type }) => type === 'finding');
  if (findings.length === 0) return [];
  return tx.query<PlanHolder>(
    `select p.account_id as "accountId", p.assignee as "userId"
       from unnest($1::uuid[], $2::uuid[], $3::text[]) f(account_id, audit_id, id)
       join ${tx.schema}.tree_item p on p.account_id = f.account_id and p.audit_id = f.audit_id and p.parent_id = f.id
      where p.type = 'action_plan' and p.assignee is not null`,
    [
      findings.map(({ accountId }) => accountId),
      findings.map(({ auditId }) => auditId),
      findings.map(({ id }) => id),
    ],
  );
}

/** Holders of plans in audits that a batch hid or showed again. */
async function holdersInHidden(
  tx: ProjectionTransaction,
  before: RowsBefore,
  after: RowsAfter,
): Promise<readonly PlanHolder[]> {
  const hides = (audit: AuditRowState | undefined): boolean => (audit?.removal ?? null) !== null;
  const turned: AuditId[] = after.audits
    .filter((audit) => audit.discarded || hides(audit) !== hides(before.audits.get(audit.id)))
    .map(({ id }) => id);
  if (turned.length === 0) return [];
  return tx.query<PlanHolder>(
    `select account_id as "accountId", assignee as "userId" from ${tx.schema}.tree_item
      where audit_id = any ($1::uuid[]) and type = 'action_plan' and assignee is not null`,
    [turned],
  );
}
