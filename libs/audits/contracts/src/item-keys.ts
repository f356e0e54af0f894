import type { ItemKeyName, PermissionKey } from '@cotejo/access-contracts';
import type { KernelIntent } from './intents.ts';
import { isGroup, itemType, NEVER_COPIED, type ItemType } from './item-types.ts';
import type { AuditAction } from './statuses.ts';

/**
 * Types with permissions of their own; references and links count as controls, inspection items as
 * inspections.
 */
const KEY_NAME: Readonly<Partial<Record<ItemType, ItemKeyName>>> = {
  risk: 'risk',
  control: 'control',
  reference: 'control',
  link: 'control',
  control_test: 'test',
  step: 'step',
  finding: 'finding',
  understanding: 'understanding',
  inspection: 'inspection',
  inspection_item: 'inspection',
};

const keyNameOf = (type: ItemType): ItemKeyName | undefined => (isGroup(type) ? 'group' : KEY_NAME[type]);

/** Permission to create an item of a type. */
export function addKeyOf(type: ItemType): PermissionKey {
  const name = keyNameOf(type);
  return name ? `plan.${name}__add` : 'plan.treeitem__add';
}

/** Permission to delete an item of a type. */
export function deleteKeyOf(type: ItemType): PermissionKey {
  const name = keyNameOf(type);
  return name ? `plan.${name}__delete` : 'plan.treeitem__delete';
}

const EDIT = ['plan.treeitem__edit'] as const;
const STRETCH = ['plan.visits__add', 'plan.visits__edit'] as const;
const TIME = ['plan.time__add'] as const;
/** Permissions to complete an item, to review it, and to review a finding. */
export const MARK_KEYS = [
  'plan.mark_completed',
  'plan.mark_reviewed',
  'plan.finding__mark_reviewed',
] as const satisfies readonly PermissionKey[];

/** The right that each action on an audit asks for. */
export const AUDIT_ACTION_KEYS = {
  start: 'plan.audit__status',
  complete: 'plan.audit__status',
  close: 'plan.audit__close',
  cancel: 'plan.audit__cancel',
  reopen: 'plan.audit__reopen',
  postpone: 'plan.audit__postpone',
  resume: 'plan.audit__postpone',
  reset: 'plan.audit__status',
} as const satisfies Readonly<Record<AuditAction, PermissionKey>>;

const TYPES = itemType.options;
const COPIED = TYPES.filter((type) => !NEVER_COPIED.has(type));
const keysOf = (keyOf: (type: ItemType) => PermissionKey, types: readonly ItemType[]): PermissionKey[] => [
  ...new Set(types.map(keyOf)),
];

/** Permissions of changes by kind of intent: one of them is required for each affected item. */
export const planChangeKeys = {
  create_item: keysOf(addKeyOf, TYPES),
  copy_item: keysOf(addKeyOf, COPIED),
  rename_item: EDIT,
  recode_item: EDIT,
  move_item: ['plan.treeitem__move'],
  assign_item: ['plan.assign_user'],
  change_status: [...EDIT, ...MARK_KEYS],
  schedule_item: EDIT,
  describe_risk: EDIT,
  delete_item: keysOf(deleteKeyOf, TYPES),
  restore_item: ['plan.treeitem__restore'],
  schedule_audit: ['plan.audit__edit'],
  rate_audit: ['plan.audit__rate'],
  conclude_audit: ['plan.audit__rate'],
  sign_conclusion: ['plan.audit__conclude'],
  withdraw_conclusion_signature: ['plan.audit__conclude'],
  delete_audit: ['plan.audit__delete'],
  restore_audit: ['plan.audit__restore'],
  change_audit_status: [...new Set(Object.values(AUDIT_ACTION_KEYS))],
  set_member: ['plan.team__edit'],
  declare_independence: EDIT,
  set_sprint: STRETCH,
  set_visit: STRETCH,
  allot_item: EDIT,
  record_time: TIME,
  change_time_record: TIME,
  remove_time_record: TIME,
} as const satisfies Partial<Record<KernelIntent['kind'], readonly PermissionKey[]>>;
