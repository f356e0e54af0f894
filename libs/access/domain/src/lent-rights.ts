import type { Principal, Role } from '@cotejo/access-contracts';
import { mayHold } from './evaluate.ts';
import { matrixOf } from './object-access.ts';

/** Roles of an account that a place in a team is named after, and lends the rights of. */
const LENDING: readonly Role[] = ['manager', 'leader', 'auditor'];

/**
 * Whether somebody may hold a permission of plans at all: by their role, or because some team lends it. Guests and
 * owners stay what they are in every team. Which team it is, and to what it lends, is judged where the plan is known.
 */
export function mayHoldInSomeTeam(principal: Principal, permission: string): boolean {
  if (mayHold(principal, permission)) return true;
  if (!LENDING.includes(principal.role)) return false;
  return LENDING.some((role) =>
    mayHold({ ...principal, permissions: matrixOf(principal, role) }, permission),
  );
}
