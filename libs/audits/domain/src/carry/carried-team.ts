import type { Principal, UserId } from '@cotejo/access-contracts';
import type { TeamRole } from '@cotejo/audits-contracts';
import { mayLend } from '../access/lend-rights.ts';
import type { AuditView } from '../model/model.ts';
import type { FindPerson } from '../model/team-of-record.ts';

/** A member of a new team, and what is planned of them. */
export interface PlannedMember {
  readonly user: UserId;
  readonly role: TeamRole;
  /** Whole minutes. */
  readonly budgetedMinutes?: number | undefined;
  /** Whole units of the account's currency. */
  readonly budgetedCost?: number | undefined;
}

/**
 * Active members of a source that may be members of the new audit: who left the account, and whom the creator may not
 * give that role, stay out. Another leader than the new one comes as an auditor; the creator does not become a guest.
 */
export function carriedTeam(
  { members }: Pick<AuditView, 'members'>,
  {
    creator,
    person,
    leader,
  }: { readonly creator: Principal; readonly person: FindPerson; readonly leader: UserId },
): readonly PlannedMember[] {
  return [...(members ?? [])].flatMap(([user, member]): PlannedMember[] => {
    const known = person(user);
    if (!member.isActive || known === null || known.role === 'owner') return [];
    const role = user === leader ? 'leader' : member.role === 'leader' ? 'auditor' : member.role;
    if (user === creator.userId && role === 'guest') return [];
    if (!mayLend(creator, known, role)) return [];
    const { budgetedMinutes, budgetedCost } = member;
    return [{ user, role, budgetedMinutes, budgetedCost }];
  });
}
