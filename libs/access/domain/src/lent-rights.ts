import type { Principal, Role } from '@cotejo/access-contracts';
import { mayHold } from './evaluate.ts';
import { matrixOf } from './object-access.ts';

const LENDING: readonly Role[] = ['manager', 'leader', 'auditor'];

/**
 * Whether a user may hold a permission on plans: by role, or granted through membership in some team. Guests and owners
 * gain nothing through teams. The specific team and its grants are checked where the plan is known.
 */
export function mayHoldInSomeTeam(principal: Principal, permission: string): boolean {
  if (mayHold(principal, permission)) return true;
  if (!LENDING.includes(principal.role)) return false;
  return LENDING.some((role) =>
    mayHold({ ...principal, permissions: matrixOf(principal, role) }, permission),
  );
}
