import { describe, expect, it } from 'vitest';
import { createAuditModel } from './audit-model.ts';
import { item } from '../testing/given-audit.ts';
import { MAX_INTEGER } from './writable-event.ts';

const { unwritable } = createAuditModel();
const renamed = (overwrote: unknown) => ({
  type: 'TreeItemRenamed',
  data: { id: item('step'), name: 'Otro', from: 'Uno', overwrote },
});
const set = (value: number) => ({
  type: 'ItemValuesSet',
  data: { id: item('step'), values: { population: value }, from: { population: null }, overwrote: {} },
});

describe('an event that is about to be appended', () => {
  it('passes with what its columns hold', () => {
    for (const event of [renamed(null), renamed(MAX_INTEGER), set(MAX_INTEGER), set(0.25)])
      expect(unwritable(event)).toBeNull();
  });

  it('refuses a number that no column holds', () => {
    for (const event of [renamed(MAX_INTEGER + 1), renamed(2 ** 52), set(-(2 ** 40)), set(1e300)])
      expect(unwritable(event)).toContain('data.');
  });

  it('refuses what its type does not say', () => {
    for (const event of [renamed(0.5), renamed('7'), { type: 'TreeItemRenamed', data: {} }])
      expect(unwritable(event)).not.toBeNull();
  });
});
