import type { PermissionMatrix, Role } from '@cotejo/access-contracts';

/** Menu entries whose pages show the work of the whole account, to all roles that take part in it. */
const SHARED_PAGES: PermissionMatrix = {
  'dashboard.access': 1,
  'process_map.access': 1,
  'prioritization.access': 1,
  'reports.access': 1,
  'pyr_audit_template.access': 1,
  'sampling.access': 1,
};

/**
 * Default permissions of each role. The specification defines keys and choices, not the matrix; this one follows the
 * profession: managers answer for the whole, leaders run audits, auditors do the work and delete only their own items,
 * and review is not done by the preparer. Findings of an ICCE audit need that role in the audit's team, or an
 * administrator. Users, roles and the account's security belong to administrators; managers can read users and roles.
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
    'plan.audit__cancel': 0,
    'plan.audit__reopen': 0,
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
    /** Also applies to each kind of item, because no key of a kind is set. */
    'plan.treeitem__delete': { '2': 1 },
    'plan.audit__edit': 0,
    'plan.audit__status': 0,
    'plan.audit__close': 0,
    'plan.audit__cancel': 0,
    'plan.audit__reopen': 0,
    'plan.audit__postpone': 0,
    'plan.mass_assign': 0,
    'plan.team__edit': 0,
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
    /** Own tasks: created by or assigned to the auditor. */
    'tasks.list': { '3': 1 },
    'tasks.add': 1,
    'tasks.edit': { '3': 1 },
    'tasks.delete': { '2': 1 },
    /** Auditors see their own time, not that of their teammates. */
    'time.access': { '2': 1 },
    'performance.access': { '5': 1 },
    'users.list': 1,
  },
  /** Action-plan owners answer on pages of their own, not in the plan. */
  owner: { 'audits.*': 0, 'plan.*': 0, 'tasks.list': { '3': 1 }, 'tasks.edit': { '3': 1 } },
  /** Reads everything, including the names of users. */
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
