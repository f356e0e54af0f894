import type { ItemKeyName, PermissionKey } from '@cotejo/access-contracts';
import { isGroup, type ItemType } from '@cotejo/audits-contracts';

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
