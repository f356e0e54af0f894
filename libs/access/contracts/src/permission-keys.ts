/** Kinds of items that rights may single out, by the words of the specification. */
export type ItemKeyName =
  'risk' | 'control' | 'test' | 'step' | 'finding' | 'understanding' | 'inspection' | 'group';

/**
 * Adding and deleting by kind (`plan.step__add`, `plan.{type}__delete`). Where a role says nothing of a kind,
 * what it says of `plan.treeitem__…` holds.
 */
export type TypedItemKey = `plan.${ItemKeyName}__add` | `plan.${ItemKeyName}__delete`;

/**
 * What concerns the whole installation, and so every account: no role of an account grants it, nor its
 * superuser; only the groups of product administrators.
 */
export type ProductKey = 'product.access' | 'product.retry' | 'product.accounts' | 'product.accounts__edit';

/** People of the account, their slots and roles, and what the account decided about its security. */
export type AccessKey =
  | 'users.access'
  | 'users.list'
  | 'users.add'
  | 'users.edit'
  | 'users.lock'
  | 'users.security'
  | 'users.export'
  | 'users.forget'
  | 'user_slots.list'
  | 'user_slots.assign'
  | 'user_slots.release'
  | 'user_slots.abi'
  | 'user_roles.list'
  | 'user_roles.add'
  | 'user_roles.edit'
  | 'user_roles.delete'
  | 'settings.access'
  | 'settings.edit'
  | 'settings.security'
  | 'access_history.access'
  | 'mail_log.access';

/** Entries of the side menus (specification 1, section 2) whose screens come with their own contexts. */
export type MenuKey =
  | 'dashboard.access'
  | 'process_map.access'
  | 'prioritization.access'
  | 'reports.access'
  | 'pyr_audit_template.access'
  | 'pyr_audit_template.edit'
  | 'crm.access'
  | 'sampling.access'
  | 'capacity.access'
  | 'staff.access'
  | 'time.access'
  | 'performance.access';

/** Keys that the specification names and whose screens come later: a matrix may speak of them already. */
export type LaterKey =
  | 'plan.time__add'
  | 'plan.risk__export'
  | 'plan.risk__import'
  | 'plan.visits__add'
  | 'plan.visits__edit'
  | 'plan.evaluate_actionplan__revisado'
  | 'summaries.load__summaries'
  | 'summaries.account__manually'
  | 'summaries.delete__file';

/**
 * Keys are `{module}.{action}` of the specification; a key falls back to `{module}.*`.
 * More keys come with their modules.
 */
export type PermissionKey =
  | 'audits.access'
  | 'audits.list'
  | 'audits.add'
  | 'audits.import'
  | 'plan.access'
  | 'plan.treeitem__add'
  | 'plan.treeitem__edit'
  | 'plan.treeitem__move'
  | 'plan.treeitem__delete'
  | 'plan.treeitem__restore'
  | TypedItemKey
  | 'plan.assign_user'
  | 'plan.mass_assign'
  | 'plan.note__add'
  | 'plan.mark_completed'
  | 'plan.mark_reviewed'
  | 'plan.finding__mark_reviewed'
  | 'plan.finding__icce'
  | 'plan.history'
  | 'trashbin.access'
  | 'trashbin.purge'
  | 'pyr_evaluacion.access'
  | 'pyr_evaluacion.list'
  | 'pyr_evaluacion.add'
  | 'pyr_evaluacion.edit'
  | MenuKey
  | LaterKey
  | AccessKey
  | ProductKey;

/**
 * Choices that the editor of a matrix offers (specification 1, section 6): all, only created by me, created by
 * or assigned to me, only assigned projects, only associated users.
 */
export type Choice = 'all' | 'created' | 'assigned' | 'projects' | 'associates';

const WHOLE: readonly Choice[] = ['all'];
const OF_OBJECTS: readonly Choice[] = ['all', 'created', 'assigned'];
const OF_RECORDS: readonly Choice[] = ['all', 'created', 'assigned', 'projects'];
const OF_PEOPLE: readonly Choice[] = ['all', 'associates'];

/**
 * Every key that a role may speak of, with the choices that mean something for it. What only the system or the
 * product's administrators do is not here: no matrix grants it.
 */
export const PERMISSION_CATALOGUE: Readonly<
  Record<Exclude<PermissionKey, ProductKey | 'trashbin.purge'>, readonly Choice[]>
> = {
  'dashboard.access': WHOLE,
  'process_map.access': WHOLE,
  'audits.access': WHOLE,
  'audits.list': OF_RECORDS,
  'audits.add': WHOLE,
  'audits.import': WHOLE,
  'plan.access': OF_RECORDS,
  'plan.history': OF_RECORDS,
  'plan.treeitem__add': WHOLE,
  'plan.treeitem__edit': OF_OBJECTS,
  'plan.treeitem__move': OF_OBJECTS,
  'plan.treeitem__delete': OF_OBJECTS,
  'plan.treeitem__restore': WHOLE,
  'plan.risk__add': WHOLE,
  'plan.control__add': WHOLE,
  'plan.test__add': WHOLE,
  'plan.step__add': WHOLE,
  'plan.finding__add': WHOLE,
  'plan.understanding__add': WHOLE,
  'plan.inspection__add': WHOLE,
  'plan.group__add': WHOLE,
  'plan.risk__delete': OF_OBJECTS,
  'plan.control__delete': OF_OBJECTS,
  'plan.test__delete': OF_OBJECTS,
  'plan.step__delete': OF_OBJECTS,
  'plan.finding__delete': OF_OBJECTS,
  'plan.understanding__delete': OF_OBJECTS,
  'plan.inspection__delete': OF_OBJECTS,
  'plan.group__delete': OF_OBJECTS,
  'plan.assign_user': WHOLE,
  'plan.mass_assign': WHOLE,
  'plan.note__add': WHOLE,
  'plan.mark_completed': OF_OBJECTS,
  'plan.mark_reviewed': OF_OBJECTS,
  'plan.finding__mark_reviewed': OF_OBJECTS,
  'plan.finding__icce': WHOLE,
  'plan.time__add': OF_RECORDS,
  'plan.risk__export': WHOLE,
  'plan.risk__import': WHOLE,
  'plan.visits__add': WHOLE,
  'plan.visits__edit': OF_OBJECTS,
  'plan.evaluate_actionplan__revisado': OF_OBJECTS,
  'summaries.load__summaries': WHOLE,
  'summaries.account__manually': WHOLE,
  'summaries.delete__file': OF_OBJECTS,
  'trashbin.access': OF_RECORDS,
  'pyr_evaluacion.access': WHOLE,
  'pyr_evaluacion.list': OF_RECORDS,
  'pyr_evaluacion.add': WHOLE,
  'pyr_evaluacion.edit': OF_OBJECTS,
  'prioritization.access': WHOLE,
  'reports.access': WHOLE,
  'pyr_audit_template.access': WHOLE,
  'pyr_audit_template.edit': OF_OBJECTS,
  'crm.access': WHOLE,
  'sampling.access': WHOLE,
  'capacity.access': WHOLE,
  'staff.access': WHOLE,
  'time.access': OF_PEOPLE,
  'performance.access': OF_PEOPLE,
  'users.access': WHOLE,
  'users.list': OF_PEOPLE,
  'users.add': WHOLE,
  'users.edit': WHOLE,
  'users.lock': WHOLE,
  'users.security': WHOLE,
  'users.export': WHOLE,
  'users.forget': WHOLE,
  'user_slots.list': WHOLE,
  'user_slots.assign': WHOLE,
  'user_slots.release': WHOLE,
  'user_slots.abi': WHOLE,
  'user_roles.list': WHOLE,
  'user_roles.add': WHOLE,
  'user_roles.edit': WHOLE,
  'user_roles.delete': WHOLE,
  'settings.access': WHOLE,
  'settings.edit': WHOLE,
  'settings.security': WHOLE,
  'access_history.access': WHOLE,
  'mail_log.access': WHOLE,
};
