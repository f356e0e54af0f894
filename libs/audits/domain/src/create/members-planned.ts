import type { UserId } from '@cotejo/access-contracts';
import { memberState, newMember, type TeamRole } from '@cotejo/audits-contracts';
import type { PlannedMember } from '../carry/carried-team.ts';
import type { DecidedEvent } from '../model/decision.ts';

interface HoursLimit {
  readonly leader: UserId;
  /** Budget of the audit in whole minutes; 0 = members' hours are not limited. */
  readonly most: number;
  /** Members of the source: their hours there are cut to the limit, not refused. */
  readonly carried: readonly PlannedMember[];
}

/**
 * Hours and costs planned of the members of a new team; null when those of a leader exceed the audit's. Of several
 * entries for a person the last one that says a value counts.
 */
export function membersPlanned(
  members: ReadonlyMap<UserId, TeamRole>,
  planned: readonly PlannedMember[],
  { leader, most, carried }: HoursLimit,
): readonly DecidedEvent[] | null {
  const events: DecidedEvent[] = [];
  for (const [user, role] of members) {
    const from = memberState.parse(newMember(role));
    const after = { ...from };
    const isBound = most > 0 && (user === leader || role === 'leader');
    for (const entry of planned) {
      if (entry.user !== user) continue;
      const { budgetedMinutes: minutes = after.budgetedMinutes, budgetedCost = after.budgetedCost } = entry;
      const isCarried = carried.includes(entry);
      if (isBound && minutes > most && !isCarried) return null;
      after.budgetedMinutes = isBound ? Math.min(minutes, most) : minutes;
      after.budgetedCost = budgetedCost;
    }
    if (after.budgetedMinutes > 0 || after.budgetedCost > 0)
      events.push({ type: 'TeamMemberChanged', data: { user, ...after, from } });
  }
  return events;
}
