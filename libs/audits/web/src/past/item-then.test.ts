import type { PlanChange } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { valuesThen } from './item-then.ts';

const change = (values: PlanChange['values']) => ({ change: 'changed', values }) as PlanChange;

describe('the values of a worksheet as they were', () => {
  const valores = { impact: 3, probability: 5 };

  it('stand in the order of the worksheet', () => {
    expect(valuesThen('risk', { valores }, undefined, true)).toEqual([
      { key: 'probability', value: 5, other: undefined, number: null },
      { key: 'impact', value: 3, other: undefined, number: null },
    ]);
  });

  it('say what the other version says, whichever of the two is the later', () => {
    const differs = change([{ key: 'impact', from: 3, to: 5 }]);
    expect(valuesThen('risk', { valores }, differs, true).at(-1)).toMatchObject({ value: 3, other: 5 });
    const before = change([{ key: 'impact', from: null, to: 3 }]);
    expect(valuesThen('risk', { valores }, before, false).at(-1)).toMatchObject({ value: 3, other: null });
  });

  it('show what only the other version has, and no places in lists', () => {
    const added = change([
      { key: 'isKey', from: null, to: true },
      { key: 'instruction.00000000-0000-4000-8000-000000000001.place', from: null, to: 'a0' },
    ]);
    expect(valuesThen('control', { valores: {} }, added, true)).toEqual([
      { key: 'isKey', value: null, other: true, number: null },
    ]);
  });

  it('of lists are numbered as they stand there, one entry after the other', () => {
    const question = (id: string, place: string, answer: string) => ({
      [`question.${id}.place`]: place,
      [`question.${id}.answer`]: answer,
    });
    const listed = { ...question('x', 'a0', 'yes'), ...question('y', 'a', 'no'), walkthrough: 'effective' };
    const differs = change([
      { key: 'question.z.place', from: null, to: 'a' },
      { key: 'question.z.answer', from: null, to: 'partially' },
    ]);
    const told = valuesThen('understanding', { valores: listed }, differs, true);
    expect(told.map(({ key, number }) => [key, number])).toEqual([
      ['walkthrough', null],
      ['question.y.answer', 1],
      ['question.x.answer', 2],
      ['question.z.answer', null],
    ]);
  });
});
