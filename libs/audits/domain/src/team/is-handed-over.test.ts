import type { ItemStatus, ItemType } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import { isHandedOver } from './is-handed-over.ts';

it.each<[ItemType, ItemStatus | null, boolean]>([
  ['step', 'assigned', true],
  ['step', 'in_progress', true],
  ['step', 'review_note', true],
  ['step', 'completed', false],
  ['step', 'reviewed', false],
  ['process', null, true],
  ['evaluation', 'evaluated', false],
  ['action_plan', 'assigned', false],
])('a %s that is %s passes to another member: %s', (type, status, isOpen) => {
  expect(isHandedOver({ type, status })).toBe(isOpen);
});
