import type { AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, MemberState, SealedText, Stretch, TeamRole } from '@cotejo/audits-contracts';
import type { ReadDatabase } from '../read-database.ts';
import { readStretches } from './read-stretches.ts';

/** Active members of an audit's team with their roles; managers first, as the roles rank. */
export async function readTeam(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
): Promise<ReadonlyMap<UserId, TeamRole>> {
  const rows = await db.query<{ user: UserId; role: TeamRole }[]>(
    `select user_id as user, role from read.audit_member where account_id = $1 and audit_id = $2 and is_active
      order by array_position(array['manager', 'leader', 'auditor', 'icce', 'guest'], role), user_id`,
    [accountId, audit],
  );
  return new Map(rows.map(({ user, role }) => [user, role]));
}

/** A member as the read models know them. */
export interface TeamMemberEntry extends MemberState {
  readonly user: UserId;
  readonly chargedMinutes: number;
  readonly declaredAt: string | null;
  readonly threats: SealedText | null;
}

/** Everybody who is or was in an audit's team; the active ones first, then as the roles rank. */
export function readMembers(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
): Promise<TeamMemberEntry[]> {
  return db.query<TeamMemberEntry[]>(
    `select m.user_id as user, m.role, m.is_active as "isActive", m.budgeted_minutes as "budgetedMinutes",
            m.budgeted_cost as "budgetedCost", m.start_date::text as "startDate", m.end_date::text as "endDate",
            to_json(d.declared_at)#>>'{}' as "declaredAt", d.threats, coalesce(t.minutes, 0)::int as "chargedMinutes"
       from read.audit_member m
       left join read.independence_declaration d using (account_id, audit_id, user_id)
       left join (select user_id, sum(minutes) as minutes from read.time_record
                   where account_id = $1 and audit_id = $2 and not removed group by user_id) t using (user_id)
      where m.account_id = $1 and m.audit_id = $2
      order by not m.is_active, array_position(array['manager', 'leader', 'auditor', 'icce', 'guest'], m.role),
               m.user_id`,
    [accountId, audit],
  );
}

/** The members of an audit's team, with the audit's sprints and visits. */
export interface TeamRead {
  readonly members: readonly TeamMemberEntry[];
  readonly stretches: readonly Stretch[];
}

export async function readWholeTeam(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
): Promise<TeamRead> {
  const [members, stretches] = await Promise.all([
    readMembers(db, accountId, audit),
    readStretches(db, accountId, audit),
  ]);
  return { members, stretches };
}

const TEAM_CHANGES = [
  ...['TeamMemberAdded', 'TeamMemberChanged', 'AuditLeaderChanged', 'IndependenceDeclared'],
  'VisitSet',
  ...['TimeRecorded', 'TimeRecordChanged', 'TimeRecordRemoved'],
];

/** Audit version of the last change of its team; -1 before the first. */
export async function newestTeamChange(
  db: ReadDatabase,
  accountId: AccountId,
  audit: AuditId,
): Promise<number> {
  const [row] = await db.query<{ newest: number | null }[]>(
    `select max(last) as newest from unnest($3::text[]) kind(type), lateral (
       select max(version) as last from read.change
        where account_id = $1 and audit_id = $2 and type = kind.type) latest`,
    [accountId, audit, TEAM_CHANGES],
  );
  return row?.newest ?? -1;
}
