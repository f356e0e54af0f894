import type { AccessPolicy, PermissionKey, Principal } from '@cotejo/access-contracts';
import { evaluate, mayHold } from './evaluate.ts';
import { mayHoldInSomeTeam } from './lent-rights.ts';

/**
 * Whether a user passes a declared access policy, as far as it is known without the object: 'yes', 'some' (only for own
 * objects), or the reason why not. `principal` null = not signed in. Combines the checks that a call makes one after
 * the other (`judgeCaller`); used for the table of roles and calls, whose test compares it with real calls.
 */
export type Passage = 'yes' | 'some' | 'not_authenticated' | 'pending' | 'access_not_authorized';

export function passPolicy(policy: AccessPolicy, principal: Principal | null): Passage {
  if (policy.kind === 'public') return 'yes';
  if (principal === null) return 'not_authenticated';
  if (principal.pending && policy.whilePending !== true) return 'pending';
  if (policy.kind === 'authenticated') return 'yes';
  if (!mayHold(principal, policy.permission)) return 'access_not_authorized';
  const { andOneOf: inPlans } = policy;
  if (inPlans && !inPlans.some((key) => mayHoldInSomeTeam(principal, key))) return 'access_not_authorized';
  return holdsAlways(principal, policy.permission) ? 'yes' : 'some';
}

/** Also without an object, i.e. for objects that are not the user's own. */
const holdsAlways = (principal: Principal, permission: string): boolean =>
  evaluate(principal, permission as PermissionKey);
