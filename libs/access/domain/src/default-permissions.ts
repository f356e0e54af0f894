import type { PermissionMatrix, Role } from '@cotejo/access-contracts';

/** Menu entries whose pages show the work of the whole account, to whoever takes part in it. */
const SHARED_PAGES: PermissionMatrix = {
  'dashboard.access': 1,
  'process_map.access': 1,
  'prioritization.access': 1,
  'reports.access': 1,
  'pyr_audit_template.access': 1,
  'sampling.access': 1,
};

/**
 * What each role may do until an account says otherwise. The specification gives keys and choices, not
 * the matrix; this one follows the profession: managers answer for the whole, leaders run audits,
 * auditors do the work and delete only what they made, review is for others than whoever prepared. Findings
 * of an ICCE audit are for whoever has that role in its team, and for administrators. People, roles and the
 * account's security are the administrators'; managers see who is who and who may what.
 */
export const DEFAULT_PERMISSIONS: Readonly<Record<Role, PermissionMatrix>> = {
  admin: { '*': 1 },
  manager: {
    ...SHARED_PAGES,
    'audits.*': 1,
    'plan.*': 1,
    'plan.finding__icce': 0,
    'summaries.*': 1,
    'trashbin.access': 1,
    'pyr_evaluacion.*': 1,
    'pyr_audit_template.*': 1,
    'tasks.*': 1,
    'crm.*': 1,
    'capacity.*': 1,
    'staff.*': 1,
    'time.*': 1,
    'performance.*': 1,
    'users.access': 1,
    'users.list': 1,
    'user_slots.list': 1,
    'user_roles.list': 1,
  },
  leader: {
    ...SHARED_PAGES,
    'audits.*': 1,
    'plan.*': 1,
    'plan.finding__mark_reviewed': 0,
    'plan.finding__icce': 0,
    'summaries.*': 1,
    'trashbin.access': 1,
    'pyr_evaluacion.*': 1,
    'pyr_audit_template.edit': { '2': 1 },
    'tasks.*': 1,
    'crm.access': 1,
    'capacity.access': 1,
    'staff.access': 1,
    'time.access': { '5': 1 },
    'performance.access': { '5': 1 },
    'users.list': 1,
  },
  auditor: {
    ...SHARED_PAGES,
    'audits.access': 1,
    'audits.list': 1,
    'plan.*': 1,
    /** Also of each kind of item, for none of which anything else is said. */
    'plan.treeitem__delete': { '2': 1 },
    'plan.mass_assign': 0,
    'plan.mark_reviewed': 0,
    'plan.finding__mark_reviewed': 0,
    'plan.finding__icce': 0,
    'plan.visits__edit': { '2': 1 },
    'plan.evaluate_actionplan__revisado': 0,
    'summaries.load__summaries': 1,
    'summaries.account__manually': 1,
    'summaries.delete__file': { '2': 1 },
    'trashbin.access': 1,
    'pyr_evaluacion.access': 1,
    'pyr_evaluacion.list': 1,
    /** Their own tasks: those that they gave, and those that they were given. */
    'tasks.list': { '3': 1 },
    'tasks.add': 1,
    'tasks.edit': { '3': 1 },
    'tasks.delete': { '2': 1 },
    /** Whoever does the work sees their own time, not that of those who work with them. */
    'time.access': { '2': 1 },
    'performance.access': { '5': 1 },
    'users.list': 1,
  },
  /** The audited answer in pages of their own, not in the plan. */
  owner: { 'audits.*': 0, 'plan.*': 0, 'tasks.list': { '3': 1 }, 'tasks.edit': { '3': 1 } },
  /** Sees everything, also the names of who does it. */
  guest: {
    'dashboard.access': 1,
    'process_map.access': 1,
    'prioritization.access': 1,
    'reports.access': 1,
    'audits.access': 1,
    'audits.list': 1,
    'plan.access': 1,
    'plan.history': 1,
    'pyr_evaluacion.access': 1,
    'pyr_evaluacion.list': 1,
    'users.list': 1,
  },
};
