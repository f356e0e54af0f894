import type { Principal, Role, UserId } from '@cotejo/access-contracts';
import type { AuditErrorCode, TeamRole } from '@cotejo/audits-contracts';
import { mayLend } from '../access/lend-rights.ts';

/** Place in the team that goes with a role in the account, for whoever creates a record. */
const TEAM_ROLE: Readonly<Record<Role, TeamRole>> = {
  admin: 'manager',
  manager: 'manager',
  leader: 'leader',
  auditor: 'auditor',
  owner: 'guest',
  guest: 'guest',
};

/** Somebody of the account as its policy knows them; null for whom it does not know or does not let in. */
export type FindPerson = (user: UserId) => Principal | null;

export interface NewTeam {
  /** Null where nobody was asked who leads it: then the creator does. */
  readonly leader: UserId | null;
  readonly creator: Principal;
  /** Further members; of the leader and the creator, the roles that they are to have. */
  readonly team: readonly { readonly user: UserId; readonly role: TeamRole }[];
  readonly person: FindPerson;
}

export type Team =
  | { readonly members: ReadonlyMap<UserId, TeamRole>; readonly leader: UserId; readonly refused: null }
  | { readonly refused: AuditErrorCode };

/**
 * The team of a new record: who leads it, who creates it, and who else was named. Whoever creates it gives nobody a
 * place that lends more than they may do themselves (`mayLend`), least of all themselves.
 */
export function teamOfRecord({ leader, creator, team, person }: NewTeam): Team {
  const leading = leader === null ? creator : person(leader);
  if (leading === null || leading.role === 'owner' || leading.role === 'guest') {
    return { refused: 'leader_not_found' };
  }
  const members = new Map<UserId, TeamRole>();
  if (leader !== null) members.set(leading.userId, 'leader');
  if (!members.has(creator.userId)) {
    const place = placeOfCreator(creator, leader === null);
    if (place !== null) members.set(creator.userId, place);
  }
  for (const { user, role } of team) {
    const member = person(user);
    if (member === null || member.role === 'owner') return { refused: 'member_not_found' };
    members.set(user, role);
  }
  for (const [user, role] of members) {
    const member = user === creator.userId ? creator : person(user);
    if (member !== null && !mayLend(creator, member, role)) return { refused: 'beyond_own_rights' };
  }
  return { members, leader: leading.userId, refused: null };
}

/**
 * The place that a creator comes into unasked: the first that lends them nothing new. Null when each would, as with
 * a role of the account's own that may less than an auditor; in what one created one keeps the own rights anyway.
 */
function placeOfCreator(creator: Principal, isLeading: boolean): TeamRole | null {
  const places: readonly TeamRole[] = [
    ...(isLeading ? (['leader'] as const) : []),
    TEAM_ROLE[creator.role],
    'auditor',
  ];
  return places.find((place) => mayLend(creator, creator, place)) ?? null;
}
