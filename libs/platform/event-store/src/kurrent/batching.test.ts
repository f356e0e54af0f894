import { expect, it, vi } from 'vitest';
import { EventStoreError } from '../port.ts';
import { Batching } from './batching.ts';

/** Doubles numbers, one call at a time by hand. */
function given() {
  const ends: (() => void)[] = [];
  const work = vi.fn<(numbers: readonly number[]) => Promise<number[]>>(async (numbers) => {
    await new Promise<void>((resolve) => ends.push(resolve));
    if (numbers.includes(13)) throw new EventStoreError('invalid', 'thirteen');
    if (numbers.includes(99)) throw new EventStoreError('transient', 'gone');
    return numbers.map((number) => 2 * number);
  });
  const batching = new Batching(work);
  const endAll = async (answers: Promise<unknown>) => {
    let isOver = false;
    const over = answers.finally(() => (isOver = true));
    while (!isOver) {
      for (const end of ends.splice(0)) end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return over;
  };
  return { work, batching, endAll };
}

it('asks at once while nothing is under way, and together what comes meanwhile', async () => {
  const { work, batching, endAll } = given();
  const answers = Promise.all([1, 2, 3, 4, 5].map((number) => batching.ask(number)));
  expect(await endAll(answers)).toEqual([2, 4, 6, 8, 10]);
  expect(work.mock.calls).toEqual([[[1]], [[2]], [[3, 4, 5]]]);
});

it('fails only the request that is at fault', async () => {
  const { batching, endAll } = given();
  const answers = Promise.allSettled([1, 2, 3, 13, 5].map((number) => batching.ask(number)));
  expect(await endAll(answers)).toMatchObject([
    ...[2, 4, 6].map((value) => ({ value })),
    { reason: { message: 'thirteen' } },
    { value: 10 },
  ]);
});

it('does not repeat a call that failed for all', async () => {
  const { work, batching, endAll } = given();
  const answers = Promise.allSettled([1, 2, 3, 99].map((number) => batching.ask(number)));
  expect(await endAll(answers)).toMatchObject([
    { value: 2 },
    { value: 4 },
    { reason: { kind: 'transient' } },
    { reason: { kind: 'transient' } },
  ]);
  expect(work).toHaveBeenCalledTimes(3);
});
