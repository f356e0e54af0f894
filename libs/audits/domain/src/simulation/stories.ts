import fc from 'fast-check';
import type { Choice, Deed, Step } from './schedule.ts';

/** Tabs of the users with the most rights: the manager's one and the leader's two. */
const LEADING = fc.constantFrom(0, 1, 4);
/** Two tabs of different users. */
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

/** Two users change the same item in the same way before receiving each other's change. */
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
    // Another of the same values.
    act(other, deed, { a, b, d: d + 2 }),
    deliver(one),
    deliver(other),
  ]);

/** An item is deleted, then its parent, and it is restored together with the parent. */
const bury: fc.Arbitrary<readonly Step[]> = fc
  .record({ client: LEADING, a: number })
  .map(({ client, a }) => [
    act(client, 'delete_item', { a, b: 0, d: 2 }),
    act(client, 'delete_item', { a, b: 0, d: 1 }),
    act(client, 'restore_item', { a, b: 2, d: 0 }),
  ]);

/** An item is deleted, then its parent, and is purged: after the retention period, or too early. */
const purge: fc.Arbitrary<readonly Step[]> = fc
  .record({ client: LEADING, node: fc.nat(1), a: number, chance: fc.constantFrom(3, 4, 6, 8, 9, 14) })
  .map(({ client, node, a, chance }) => [
    act(client, 'delete_item', { a, b: 0, d: 2 }),
    act(client, 'delete_item', { a, b: 0, d: 1 }),
    deliver(client),
    { step: 'purge', node, a: chance },
  ]);

/** A user continues to work in a tab of the previous release. */
const outdate: fc.Arbitrary<readonly Step[]> = fc
  .record({ client: LEADING, node: fc.nat(1), a: number, d: number })
  .map(({ client, node, a, d }) => [
    { step: 'reload', client, old: true },
    { step: 'connect', client, node },
    deliver(client),
    act(client, 'mark_item', { a, b: 0, d }),
    deliver(client),
  ]);

/** Completed work is reviewed, by status or by signature, and the review is taken back. */
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

/**
 * Sequences that random steps rarely produce: concurrent equal changes, and steps that each require the
 * previous one.
 */
export const story: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 4, arbitrary: meet },
  { weight: 1, arbitrary: bury },
  { weight: 2, arbitrary: purge },
  { weight: 1, arbitrary: outdate },
  { weight: 2, arbitrary: review },
);
