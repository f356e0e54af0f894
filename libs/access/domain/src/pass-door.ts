import type { DoorPolicy, PermissionKey, Principal } from '@cotejo/access-contracts';
import { evaluate, mayHold } from './evaluate.ts';
import { mayHoldInSomeTeam } from './lent-rights.ts';

/**
 * Whether somebody passes a declared door, as far as anybody can tell before the thing is known: 'yes', 'some'
 * (only for things that are theirs), or why not. `principal` null = nobody signed in. It tells in one answer what
 * a call meets one after the other (`judgeCaller`): the table of roles and doors is made of it, and its test asks
 * every door as everybody whether that is so.
 */
export type Passage = 'yes' | 'some' | 'not_authenticated' | 'pending' | 'access_not_authorized';

export function passDoor(door: DoorPolicy, principal: Principal | null): Passage {
  if (door.kind === 'public') return 'yes';
  if (principal === null) return 'not_authenticated';
  if (principal.pending && door.whilePending !== true) return 'pending';
  if (door.kind === 'authenticated') return 'yes';
  if (!mayHold(principal, door.permission)) return 'access_not_authorized';
  const { andOneOf: inPlans } = door;
  if (inPlans && !inPlans.some((key) => mayHoldInSomeTeam(principal, key))) return 'access_not_authorized';
  return holdsAlways(principal, door.permission) ? 'yes' : 'some';
}

/** Also of things that nobody made and nobody has. */
const holdsAlways = (principal: Principal, permission: string): boolean =>
  evaluate(principal, permission as PermissionKey);
