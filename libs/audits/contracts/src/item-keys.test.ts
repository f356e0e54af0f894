import { describe, expect, it } from 'vitest';
import { itemType, type ItemType } from './item-types.ts';
import { addKeyOf, deleteKeyOf } from './item-keys.ts';

const NAMES: Readonly<Partial<Record<ItemType, string>>> = {
  phase: 'group',
  business_unit: 'group',
  macroprocess: 'group',
  process: 'group',
  activity: 'group',
  materiality_activity: 'group',
  lead_schedule: 'group',
  understanding: 'understanding',
  risk: 'risk',
  control: 'control',
  reference: 'control',
  link: 'control',
  control_test: 'test',
  finding: 'finding',
  step: 'step',
  inspection: 'inspection',
  inspection_item: 'inspection',
};

describe('the right to add and delete', () => {
  it.each(itemType.options)('%s', (type) => {
    const name = NAMES[type] ?? 'treeitem';
    expect([addKeyOf(type), deleteKeyOf(type)]).toEqual([`plan.${name}__add`, `plan.${name}__delete`]);
  });
});
