import { expect, it } from 'vitest';
import { kernelIntent } from './intents.ts';

const ID = 'a0000000-0000-4000-8000-00000000000b';

it.each(['objective', 'scope'])('the %s of a sprint is text that the log can hold', (field) => {
  const isTaken = (text: string) =>
    kernelIntent.safeParse({ kind: 'set_sprint', stretch: ID, name: 'Uno', [field]: text }).success;
  expect(['Caja\ny bancos', 'a\u0000b', 'a\ud800'].map(isTaken)).toEqual([true, false, false]);
});

it('a time record has one id, whatever its case: rows are keyed by it', () => {
  const parsed = kernelIntent.parse({ kind: 'remove_time_record', record: ID.toUpperCase() });
  expect(parsed).toMatchObject({ record: ID });
});
