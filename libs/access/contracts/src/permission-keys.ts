/** Kinds of items with permissions of their own, by the names of the specification. */
export type ItemKeyName =
  'risk' | 'control' | 'test' | 'step' | 'finding' | 'understanding' | 'inspection' | 'group';

/**
 * Adding and deleting by kind (`plan.step__add`, `plan.{type}__delete`). If a role does not set the key of a kind,
 * `plan.treeitem__…` applies.
 */
export type TypedItemKey = `plan.${ItemKeyName}__add` | `plan.${ItemKeyName}__delete`;

/**
 * Keys of the whole installation, and so of every account: granted only by the groups of product administrators, never
 * by a role or superuser of an account.
 */
export type ProductKey = 'product.access' | 'product.retry' | 'product.accounts' | 'product.accounts__edit';

/** Users of the account, their slots and roles, and the account's security settings. */
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
  | 'settings.edit'
  | 'settings.security'
  | 'access_history.access'
  | 'mail_log.access';

/** Tasks of the account. */
export type TaskKey = 'tasks.list' | 'tasks.add' | 'tasks.edit' | 'tasks.delete';

/** Companies, business units and processes of the account, and its working calendar. */
export type StructureKey = `${'structure' | 'calendar'}.${'list' | 'add' | 'edit' | 'delete'}`;
/** Audit committees, the directory of responsible people, training certificates and personal allowances. */
export type CommitteeKey = `committees.${RecordAction}`;
export type DirectoryKey = `${'directory' | 'certificates' | 'allowances'}.${RecordAction}`;
type RecordAction = 'list' | 'add' | 'edit' | 'delete';

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

/** Keys in the specification whose screens come later: a matrix may already contain them. */
export type LaterKey =
  | 'plan.risk__export'
  | 'plan.risk__import'
  | 'plan.evaluate_actionplan__revisado'
  | 'summaries.load__summaries'
  | 'summaries.account__manually'
  | 'summaries.delete__file';

/**
 * Permission keys, `{module}.{action}` of the specification; a key falls back to `{module}.*`. More keys come with
 * their modules.
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
  | 'plan.team__edit'
  | 'plan.visits__add'
  | 'plan.visits__edit'
  | 'plan.time__add'
  | 'plan.note__add'
  | 'plan.mark_completed'
  | 'plan.mark_reviewed'
  | 'plan.finding__mark_reviewed'
  | 'plan.finding__icce'
  | 'plan.history'
  | 'plan.audit__edit'
  | 'plan.audit__status'
  | 'plan.audit__close'
  | 'plan.audit__cancel'
  | 'plan.audit__reopen'
  | 'plan.audit__postpone'
  | 'plan.audit__delete'
  | 'plan.audit__restore'
  | 'plan.audit__rate'
  | 'plan.audit__conclude'
  | 'trashbin.access'
  | 'trashbin.purge'
  | 'pyr_evaluacion.access'
  | 'pyr_evaluacion.list'
  | 'pyr_evaluacion.add'
  | 'pyr_evaluacion.edit'
  | TaskKey
  | StructureKey
  | CommitteeKey
  | DirectoryKey
  | MenuKey
  | LaterKey
  | AccessKey
  | ProductKey;

/**
 * Choices in the matrix editor (specification 1, section 6): all, only created by me, created by or assigned to me,
 * only assigned projects, only associated users.
 */
export type Choice = 'all' | 'created' | 'assigned' | 'projects' | 'associates';

const WHOLE: readonly Choice[] = ['all'];
/** Records with teams: "assigned" and "projects" are those in whose team the user is. */
const OF_RECORDS: readonly Choice[] = ['all', 'created', 'assigned', 'projects'];
/** Items of a record: created by the user, assigned to the user, or in a record of the user's teams. */
const OF_ITEMS = OF_RECORDS;
/** Checked before the item exists: only the record's team is known. */
const IN_RECORDS: readonly Choice[] = ['all', 'projects'];
/** Tasks created by or assigned to the user. */
const OF_TASKS: readonly Choice[] = ['all', 'created', 'assigned'];
/** Records of an account without an assignee. */
const OF_CREATED: readonly Choice[] = ['all', 'created'];
/** Records created by or assigned to the user; a new one must be the user's own. */
const OWN_OR_ALL: readonly Choice[] = ['all', 'assigned'];
/** Users: those in a team with the user. */
const OF_PEOPLE: readonly Choice[] = ['all', 'associates'];

/** Menu entries and permissions without screens and calls so far. */
export type UnaskedKey = MenuKey | LaterKey;

/**
 * Keys shown by the matrix editor: every key that the product checks, with the choices that have an effect. Keys of the
 * system and of product administrators are excluded, because no matrix grants them.
 */
export const PERMISSION_CATALOGUE: Readonly<
  Record<Exclude<PermissionKey, ProductKey | UnaskedKey | 'trashbin.purge'>, readonly Choice[]>
> = {
  'audits.access': WHOLE,
  'audits.list': OF_RECORDS,
  'audits.add': WHOLE,
  'audits.import': WHOLE,
  'plan.access': OF_RECORDS,
  'plan.history': OF_RECORDS,
  'plan.audit__edit': OF_RECORDS,
  'plan.audit__status': OF_RECORDS,
  'plan.audit__close': OF_RECORDS,
  'plan.audit__cancel': OF_RECORDS,
  'plan.audit__reopen': OF_RECORDS,
  'plan.audit__postpone': OF_RECORDS,
  'plan.audit__delete': OF_RECORDS,
  'plan.audit__restore': OF_RECORDS,
  'plan.audit__rate': OF_RECORDS,
  'plan.audit__conclude': OF_RECORDS,
  'plan.treeitem__add': IN_RECORDS,
  'plan.treeitem__edit': OF_ITEMS,
  'plan.treeitem__move': OF_ITEMS,
  'plan.treeitem__delete': OF_ITEMS,
  'plan.treeitem__restore': OF_ITEMS,
  'plan.risk__add': IN_RECORDS,
  'plan.control__add': IN_RECORDS,
  'plan.test__add': IN_RECORDS,
  'plan.step__add': IN_RECORDS,
  'plan.finding__add': IN_RECORDS,
  'plan.understanding__add': IN_RECORDS,
  'plan.inspection__add': IN_RECORDS,
  'plan.group__add': IN_RECORDS,
  'plan.risk__delete': OF_ITEMS,
  'plan.control__delete': OF_ITEMS,
  'plan.test__delete': OF_ITEMS,
  'plan.step__delete': OF_ITEMS,
  'plan.finding__delete': OF_ITEMS,
  'plan.understanding__delete': OF_ITEMS,
  'plan.inspection__delete': OF_ITEMS,
  'plan.group__delete': OF_ITEMS,
  'plan.assign_user': OF_ITEMS,
  'plan.mass_assign': IN_RECORDS,
  'plan.team__edit': OF_RECORDS,
  'plan.visits__add': IN_RECORDS,
  'plan.visits__edit': OF_ITEMS,
  'plan.time__add': IN_RECORDS,
  'plan.note__add': OF_ITEMS,
  'plan.mark_completed': OF_ITEMS,
  'plan.mark_reviewed': OF_ITEMS,
  'plan.finding__mark_reviewed': OF_ITEMS,
  'plan.finding__icce': IN_RECORDS,
  'trashbin.access': OF_RECORDS,
  'pyr_evaluacion.access': OF_RECORDS,
  'pyr_evaluacion.list': OF_RECORDS,
  'pyr_evaluacion.add': WHOLE,
  'pyr_evaluacion.edit': OF_RECORDS,
  'tasks.list': OF_TASKS,
  'tasks.add': WHOLE,
  'tasks.edit': OF_TASKS,
  'tasks.delete': OF_TASKS,
  'structure.list': WHOLE,
  'structure.add': WHOLE,
  'structure.edit': WHOLE,
  'structure.delete': WHOLE,
  'calendar.list': WHOLE,
  'calendar.add': WHOLE,
  'calendar.edit': WHOLE,
  'calendar.delete': WHOLE,
  'committees.list': OF_TASKS,
  'committees.add': WHOLE,
  'committees.edit': OF_TASKS,
  'committees.delete': OF_TASKS,
  'directory.list': WHOLE,
  'directory.add': WHOLE,
  'directory.edit': OF_CREATED,
  'directory.delete': OF_CREATED,
  'certificates.list': OF_TASKS,
  'certificates.add': OWN_OR_ALL,
  'certificates.edit': OF_TASKS,
  'certificates.delete': OF_TASKS,
  'allowances.list': OF_TASKS,
  'allowances.add': OWN_OR_ALL,
  'allowances.edit': OF_TASKS,
  'allowances.delete': OF_TASKS,
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
  'settings.edit': WHOLE,
  'settings.security': WHOLE,
  'access_history.access': WHOLE,
  'mail_log.access': WHOLE,
};

/**
 * Keys that are not checked yet. Defaults and stored matrices may contain them, so that they have a value once they are
 * checked; the editor does not show switches without effect.
 */
export const UNASKED_KEYS: readonly UnaskedKey[] = Object.keys({
  'dashboard.access': true,
  'process_map.access': true,
  'prioritization.access': true,
  'reports.access': true,
  'pyr_audit_template.access': true,
  'pyr_audit_template.edit': true,
  'crm.access': true,
  'sampling.access': true,
  'capacity.access': true,
  'staff.access': true,
  'time.access': true,
  'performance.access': true,
  'plan.risk__export': true,
  'plan.risk__import': true,
  'plan.evaluate_actionplan__revisado': true,
  'summaries.load__summaries': true,
  'summaries.account__manually': true,
  'summaries.delete__file': true,
} satisfies Readonly<Record<UnaskedKey, true>>) as UnaskedKey[];
