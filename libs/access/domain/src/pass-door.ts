import type { DoorPolicy, PermissionKey, Principal } from '@cotejo/access-contracts';
import { evaluate, mayHold } from './evaluate.ts';

/**
 * Whether somebody passes a declared door, as far as anybody can tell before the thing is known: 'yes', 'some'
 * (only for things that are theirs), or why not. `principal` null = nobody signed in. The guard of the doors and
 * the table of roles and doors both follow it.
 */
export type Passage = 'yes' | 'some' | 'not_authenticated' | 'pending' | 'access_not_authorized';

export function passDoor(door: DoorPolicy, principal: Principal | null): Passage {
  if (door.kind === 'public') return 'yes';
  if (principal === null) return 'not_authenticated';
  if (principal.pending && door.whilePending !== true) return 'pending';
  if (door.kind === 'authenticated') return 'yes';
  if (!mayHold(principal, door.permission)) return 'access_not_authorized';
  return holdsAlways(principal, door.permission) ? 'yes' : 'some';
}

/** Also of things that nobody made and nobody has. */
const holdsAlways = (principal: Principal, permission: string): boolean =>
  evaluate(principal, permission as PermissionKey);
