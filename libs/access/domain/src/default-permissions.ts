import type { PermissionMap, Role } from '@cotejo/access-contracts';

/**
 * What each role may do until an account says otherwise. The specification gives keys and choices, not
 * the matrix; this one follows the profession: managers answer for the whole, leaders run audits,
 * auditors do the work and delete only what they made, review is for others than whoever prepared.
 */
export const DEFAULT_PERMISSIONS: Readonly<Record<Role, PermissionMap>> = {
  admin: { '*': 1 },
  manager: { 'audits.*': 1, 'plan.*': 1, 'users.list': 1 },
  leader: { 'audits.*': 1, 'plan.*': 1, 'plan.finding__mark_reviewed': 0, 'users.list': 1 },
  auditor: {
    'audits.access': 1,
    'audits.list': 1,
    'plan.*': 1,
    'plan.treeitem__delete': { '2': 1 },
    'plan.mark_reviewed': 0,
    'plan.finding__mark_reviewed': 0,
    'users.list': 1,
  },
  /** The audited answer in pages of their own, not in the plan. */
  owner: { 'audits.*': 0, 'plan.*': 0 },
  /** Sees everything, also the names of who does it. */
  guest: {
    'audits.access': 1,
    'audits.list': 1,
    'plan.access': 1,
    'plan.history': 1,
    'users.list': 1,
  },
};
