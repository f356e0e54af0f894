import type { Person, Role, UserId } from '@cotejo/access-contracts';
import type { AuditErrorCode, TeamRole } from '@cotejo/audits-contracts';

export type KnownPerson = Pick<Person, 'id' | 'role' | 'active'>;

/** Role in the team that goes with a role in the account, for whoever creates a record. */
const TEAM_ROLE: Readonly<Record<Role, TeamRole>> = {
  admin: 'manager',
  manager: 'manager',
  leader: 'leader',
  auditor: 'auditor',
  owner: 'guest',
  guest: 'guest',
};

export interface NewTeam {
  readonly leader: string;
  readonly createdBy: UserId;
  /** Further members; of the leader and the creator, the roles that they are to have. */
  readonly team: readonly { readonly user: UserId; readonly role: TeamRole }[];
  /** As the account knows them. */
  readonly people: readonly KnownPerson[];
}

export type Team =
  | { readonly members: ReadonlyMap<UserId, TeamRole>; readonly leader: UserId; readonly refused: null }
  | { readonly refused: AuditErrorCode };

/** The team of a new record: who leads it, who creates it, and who else was named. */
export function teamOfRecord({ leader, createdBy, team, people }: NewTeam): Team {
  const byId = new Map(people.map((person): [string, KnownPerson] => [person.id, person]));
  const leading = byId.get(leader);
  if (!leading?.active || leading.role === 'owner' || leading.role === 'guest') {
    return { refused: 'leader_not_found' };
  }
  const creator = byId.get(createdBy);
  const members = new Map<UserId, TeamRole>([[leading.id, 'leader']]);
  if (creator && !members.has(creator.id)) members.set(creator.id, TEAM_ROLE[creator.role]);
  for (const { user, role } of team) {
    const person = byId.get(user);
    if (!person?.active || person.role === 'owner') return { refused: 'member_not_found' };
    members.set(user, role);
  }
  return { members, leader: leading.id, refused: null };
}
