import { describe, expect, it } from 'vitest';
import { itemName, kernelIntent, MAX_NAME_LENGTH } from './intents.ts';
import { MAX_VALUES_AT_ONCE } from './item-values.ts';
import { MAX_TIME_NOTE } from './time-records.ts';

const ID = '00000007-0000-4000-8000-000000000001';
const values = (count: number) => ({
  kind: 'set_values',
  id: ID,
  values: Object.fromEntries(Array.from({ length: count }, (_, n) => [`design.k${n}.weight`, 1])),
});

const noted = (size: number) => ({
  kind: 'record_time',
  record: ID,
  user: ID,
  item: ID,
  day: '2026-03-02',
  minutes: 30,
  isProductive: true,
  note: 'x'.repeat(size),
});

describe('limits of intents', () => {
  it.each<[string, (size: number) => boolean, number]>([
    ['a name', (size) => itemName.safeParse('x'.repeat(size)).success, MAX_NAME_LENGTH],
    ['values at once', (size) => kernelIntent.safeParse(values(size)).success, MAX_VALUES_AT_ONCE],
    ['a note of a time record', (size) => kernelIntent.safeParse(noted(size)).success, MAX_TIME_NOTE],
  ])('%s is taken as large as it may be, and no larger', (_, isTaken, most) => {
    expect([isTaken(most), isTaken(most + 1)]).toEqual([true, false]);
  });
});
