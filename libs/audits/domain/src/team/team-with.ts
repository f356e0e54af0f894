import type { UserId } from '@cotejo/access-contracts';
import type { TeamMemberState, TeamRole } from '@cotejo/audits-contracts';

/** Active members once one of them is as given. */
export function teamWith(
  team: ReadonlyMap<UserId, TeamRole> | null,
  user: UserId,
  { isActive, role }: TeamMemberState,
): Map<UserId, TeamRole> {
  const next = new Map(team ?? []);
  if (isActive) next.set(user, role);
  else next.delete(user);
  return next;
}
