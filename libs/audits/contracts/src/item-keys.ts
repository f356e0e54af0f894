import type { ItemKeyName, PermissionKey } from '@cotejo/access-contracts';
import type { KernelIntent } from './intents.ts';
import { isGroup, itemType, NEVER_COPIED, type ItemType } from './item-types.ts';

/** Kinds that rights single out; a control of elsewhere is a control, an inspection's item is inspection. */
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

/** The right to add an item of a type. */
export function addKeyOf(type: ItemType): PermissionKey {
  const name = keyNameOf(type);
  return name ? `plan.${name}__add` : 'plan.treeitem__add';
}

/** The right to delete an item of a type. */
export function deleteKeyOf(type: ItemType): PermissionKey {
  const name = keyNameOf(type);
  return name ? `plan.${name}__delete` : 'plan.treeitem__delete';
}

const EDIT = ['plan.treeitem__edit'] as const;
/** Rights to sign an item, to review it, and to review a finding. */
export const MARK_KEYS = [
  'plan.mark_completed',
  'plan.mark_reviewed',
  'plan.finding__mark_reviewed',
] as const satisfies readonly PermissionKey[];

const TYPES = itemType.options;
const COPIED = TYPES.filter((type) => !NEVER_COPIED.has(type));
const keysOf = (keyOf: (type: ItemType) => PermissionKey, types: readonly ItemType[]): PermissionKey[] => [
  ...new Set(types.map(keyOf)),
];

/** Rights, one of which a change of a plan asks for each item that it touches; by kind of intent. */
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
} as const satisfies Partial<Record<KernelIntent['kind'], readonly PermissionKey[]>>;
