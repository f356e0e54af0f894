import type { PermissionMap, Principal } from '@cotejo/access-contracts';
import { hasRole, KNOWN_KEYS, matrixOf, mayGrant } from '@cotejo/access-domain';
import type { TeamRole } from '@cotejo/audits-contracts';

/** What a place in a team lends: what the account says of the role of that name. */
export function lentBy(role: TeamRole, principal: Pick<Principal, 'roleMatrices'>): PermissionMap {
  if (role !== 'icce') return matrixOf(principal, role);
  const auditor = matrixOf(principal, 'auditor');
  const known = ICCE.get(auditor);
  if (known !== undefined) return known;
  const made: PermissionMap = { ...auditor, 'plan.finding__icce': 1 };
  ICCE.set(auditor, made);
  return made;
}

/** By what the account says of auditors; one object for each, so that what it says is worked out once. */
const ICCE = new WeakMap<PermissionMap, PermissionMap>();

const MODULES_OF_RECORDS: ReadonlySet<string> = new Set(['plan', 'trashbin', 'summaries']);

/** Whether a place in a team lends a right at all: what concerns the account is nobody's by a team. */
export const isLent = (key: string): boolean =>
  MODULES_OF_RECORDS.has(key.slice(0, key.indexOf('.'))) ||
  key === 'pyr_evaluacion.access' ||
  key === 'pyr_evaluacion.edit';

const LENT_KEYS: readonly string[] = [...KNOWN_KEYS].filter(isLent);

/**
 * Whether somebody may give a person (or themselves) a place in the team of a record: it lends nothing that the
 * giver lacks. Rights that the receiver's role in the account grants anyway are not the giver's to hold, so that an
 * auditor may name a leader as leader. Guests and owners are lent nothing, whatever their place.
 */
export function mayLend(giver: Principal, receiver: Principal, role: TeamRole): boolean {
  if (hasRole(receiver, 'admin') || receiver.role === 'guest' || receiver.role === 'owner') return true;
  return mayGrant(giver, lentBy(role, giver), role === 'icce' ? 'auditor' : role, {
    keys: LENT_KEYS,
    held: receiver.permissions,
  });
}
