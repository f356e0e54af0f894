import fc from 'fast-check';
import type { Choice, Deed, Step } from './schedule.ts';

/** Tabs of those who may do most: the manager's, and the two of the leader. */
const LEADING = fc.constantFrom(0, 1, 4);
/** Two tabs of different people. */
const MEETING = fc.constantFrom<readonly [number, number]>([0, 1], [1, 0], [0, 2], [2, 0], [4, 2], [4, 0]);
const number = fc.nat(999);

const act = (client: number, deed: Deed, { a, b, d }: Omit<Choice, 'deed'>): Step => ({
  step: 'act',
  client,
  hostile: false,
  deed,
  a,
  b,
  d,
});
const deliver = (client: number): Step => ({ step: 'deliver', client, up: 8, down: 14 });

/** Two people do the same to the same item before they hear of each other. */
const meet: fc.Arbitrary<readonly Step[]> = fc
  .record({
    clients: MEETING,
    deed: fc.constantFrom<Deed>(
      'rename_item',
      'rename_item',
      'set_values',
      'set_values',
      'set_values',
      'recode_item',
      'describe_risk',
      'change_status',
      'move_item',
    ),
    a: number,
    b: number,
    d: number,
  })
  .map(({ clients: [one, other], deed, a, b, d }) => [
    act(one, deed, { a, b, d }),
    // Of the same values another one.
    act(other, deed, { a, b, d: d + 2 }),
    deliver(one),
    deliver(other),
  ]);

/** Something is deleted, then what it lay in, and it comes back with that. */
const bury: fc.Arbitrary<readonly Step[]> = fc
  .record({ client: LEADING, a: number })
  .map(({ client, a }) => [
    act(client, 'delete_item', { a, b: 0, d: 2 }),
    act(client, 'delete_item', { a, b: 0, d: 1 }),
    act(client, 'restore_item', { a, b: 2, d: 0 }),
  ]);

/** Something is deleted, then what it lay in, and is purged: when the trash has kept it long enough, or too soon. */
const purge: fc.Arbitrary<readonly Step[]> = fc
  .record({ client: LEADING, node: fc.nat(1), a: number, chance: fc.constantFrom(3, 4, 6, 8, 9, 14) })
  .map(({ client, node, a, chance }) => [
    act(client, 'delete_item', { a, b: 0, d: 2 }),
    act(client, 'delete_item', { a, b: 0, d: 1 }),
    deliver(client),
    { step: 'purge', node, a: chance },
  ]);

/** Somebody works on in a tab of before. */
const outdate: fc.Arbitrary<readonly Step[]> = fc
  .record({ client: LEADING, node: fc.nat(1), a: number, d: number })
  .map(({ client, node, a, d }) => [
    { step: 'reload', client, old: true },
    { step: 'connect', client, node },
    deliver(client),
    act(client, 'mark_item', { a, b: 0, d }),
    deliver(client),
  ]);

/** Completed work is reviewed, by its status or by a mark, and the review taken back. */
const review: fc.Arbitrary<readonly Step[]> = fc
  .record({ client: LEADING, a: number, marks: fc.boolean() })
  .map(({ client, a, marks }) =>
    marks
      ? [
          act(client, 'sign_item', { a, b: 1, d: 0 }),
          deliver(client),
          act(client, 'withdraw_signature', { a, b: 0, d: 0 }),
        ]
      : [act(client, 'change_status', { a, b: 0, d: 0 }), act(client, 'change_status', { a, b: 0, d: 2 })],
  );

/** What hardly comes about by chance: the same from two sides at once, or steps of which each needs the one before. */
export const story: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 4, arbitrary: meet },
  { weight: 1, arbitrary: bury },
  { weight: 2, arbitrary: purge },
  { weight: 1, arbitrary: outdate },
  { weight: 2, arbitrary: review },
);
