import type { PermissionMap, Role } from '@cotejo/access-contracts';

/**
 * What each role may do until an account says otherwise. The specification gives keys and choices, not
 * the matrix; this one follows the profession: managers answer for the whole, leaders run audits,
 * auditors do the work and delete only what they made, review is for others than whoever prepared. Findings
 * of an ICCE audit are for whoever has that role in its team, and for administrators.
 */
export const DEFAULT_PERMISSIONS: Readonly<Record<Role, PermissionMap>> = {
  admin: { '*': 1 },
  manager: {
    'audits.*': 1,
    'plan.*': 1,
    'plan.finding__icce': 0,
    'trashbin.access': 1,
    'pyr_evaluacion.*': 1,
    'users.list': 1,
  },
  leader: {
    'audits.*': 1,
    'plan.*': 1,
    'plan.finding__mark_reviewed': 0,
    'plan.finding__icce': 0,
    'trashbin.access': 1,
    'pyr_evaluacion.*': 1,
    'users.list': 1,
  },
  auditor: {
    'audits.access': 1,
    'audits.list': 1,
    'plan.*': 1,
    /** Also of each kind of item, for none of which anything else is said. */
    'plan.treeitem__delete': { '2': 1 },
    'plan.mass_assign': 0,
    'plan.mark_reviewed': 0,
    'plan.finding__mark_reviewed': 0,
    'plan.finding__icce': 0,
    'trashbin.access': 1,
    'pyr_evaluacion.access': 1,
    'pyr_evaluacion.list': 1,
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
    'pyr_evaluacion.access': 1,
    'pyr_evaluacion.list': 1,
    'users.list': 1,
  },
};
