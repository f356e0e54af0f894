import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

interface Job {
  readonly key: string;
  readonly nth: number;
  readonly cost: number;
}

/** Everything in the queue, in the order in which it is taken. */
function drain(queue: FairQueue<Job>, budget: number): Job[] {
  const order: Job[] = [];
  while (queue.size > 0) order.push(...queue.take(budget));
  return order;
}

describe('a fair queue', () => {
  it('serves a neighbour after one item of whoever queued forty large ones before', () => {
    const queue = new FairQueue<Job>(50);
    for (let nth = 0; nth < 40; nth++) queue.push('greedy', { key: 'greedy', nth, cost: 500 }, 500);
    expect(queue.take(500)).toMatchObject([{ key: 'greedy', nth: 0 }]);
    for (let nth = 0; nth < 20; nth++) queue.push('other', { key: 'other', nth, cost: 1 });
    const order = drain(queue, 500);
    const last = order.findLastIndex(({ key }) => key === 'other');
    const before = order.slice(0, last).filter(({ key }) => key === 'greedy');
    expect(before.length).toBeLessThanOrEqual(1);
  });

  it('shares evenly between two who both queue much, whatever the size of their items', () => {
    const queue = new FairQueue<Job>(50);
    for (let nth = 0; nth < 20; nth++) queue.push('large', { key: 'large', nth, cost: 500 }, 500);
    for (let nth = 0; nth < 1_000; nth++) queue.push('small', { key: 'small', nth, cost: 10 }, 10);
    const spent = { large: 0, small: 0 };
    for (const { key, cost } of drain(queue, 500).slice(0, 400)) spent[key as 'large' | 'small'] += cost;
    expect(Math.abs(spent.large - spent.small)).toBeLessThanOrEqual(550);
  });

  const jobs = fc.array(
    fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), cost: fc.integer({ min: 1, max: 500 }) }),
    { maxLength: 80, size: 'max' },
  );

  it('loses nothing, doubles nothing, and keeps the order of each', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 600 }), (given, budget) => {
        const queue = new FairQueue<Job>(50);
        const pushed = given.map(({ key, cost }, nth) => ({ key, nth, cost }));
        for (const job of pushed) queue.push(job.key, job, job.cost);
        const order = drain(queue, budget);
        expect(order).toHaveLength(pushed.length);
        for (const key of ['a', 'b', 'c', 'd'])
          expect(order.filter((job) => job.key === key)).toEqual(pushed.filter((job) => job.key === key));
      }),
    );
  });

  it('takes no more than the budget at once, but for one item that costs more by itself', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 600 }), (given, budget) => {
        const queue = new FairQueue<Job>(50);
        given.forEach(({ key, cost }, nth) => queue.push(key, { key, nth, cost }, cost));
        while (queue.size > 0) {
          const taken = queue.take(budget);
          const cost = taken.reduce((sum, job) => sum + job.cost, 0);
          expect(taken.length === 1 || cost <= budget).toBe(true);
          expect(taken.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('makes a newcomer wait for no more than a round of each of the others', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 500 }), (given, cost) => {
        const queue = new FairQueue<Job>(50);
        given.forEach((job, nth) => queue.push(job.key, { ...job, nth }, job.cost));
        queue.push('new', { key: 'new', nth: 0, cost }, cost);
        const order = drain(queue, 500);
        const before = order.slice(
          0,
          order.findIndex(({ key }) => key === 'new'),
        );
        const rounds = Math.ceil(cost / 50);
        for (const key of ['a', 'b', 'c', 'd']) {
          const spent = before.filter((job) => job.key === key).reduce((sum, job) => sum + job.cost, 0);
          expect(spent).toBeLessThanOrEqual(rounds * 50);
        }
      }),
    );
  });
});
