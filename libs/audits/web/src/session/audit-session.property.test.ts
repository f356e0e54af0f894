import { ITEMS_MAP, kernelIntent, type ItemType, type KernelIntent } from '@cotejo/audits-contracts';
import { memoryOutboxStore, type OutboxStore } from '@cotejo/rooms/client';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { drawn, item, model, person, TestAudit, type Seat } from './test-audit.fixture.ts';
import { TreeRows, type TreeRow } from './tree-rows.ts';

/** Some people at one audit, doing anything in any order over connections that come and go. */
interface Place {
  readonly n: number;
  readonly store: OutboxStore;
  seat: Seat;
}

type Op =
  | { readonly op: 'act'; readonly who: number; readonly intent: KernelIntent }
  | { readonly op: 'move'; readonly socket: number; readonly way: 'up' | 'down'; readonly times: number }
  | { readonly op: 'cut' | 'heal' | 'frame' | 'reload' | 'undo' | 'redo'; readonly who: number }
  | { readonly op: 'elsewhere'; readonly intent: KernelIntent }
  | { readonly op: 'compact' };

const node = fc.integer({ min: 1, max: 14 }).map(item);
const type = fc.constantFrom<ItemType>('process', 'risk', 'control', 'step', 'finding', 'understanding');
const name = fc.constantFrom('a', 'b', 'c');
const anchor = fc.option(node, { nil: undefined });
const shape = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('create_item'),
      id: node,
      type,
      parent: node,
      name,
      after: anchor,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rename_item'), id: node, name }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move_item'),
      id: node,
      parent: node,
      after: anchor,
      before: anchor,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete_item'), id: node }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore_item'), id: node }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('choose_finding_treatment'),
      id: node,
      treatment: fc.constantFrom('action_plan', 'none'),
    }),
  },
);
/** Unset anchors stay out, as they would on the wire. */
const intent = shape.map((one): KernelIntent => kernelIntent.parse(one));
const who = fc.integer({ min: 0, max: 1 });
const ops: fc.Arbitrary<Op> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ op: fc.constant('act' as const), who, intent }) },
  {
    weight: 10,
    arbitrary: fc.record({
      op: fc.constant('move' as const),
      socket: fc.nat(2),
      way: fc.constantFrom('up' as const, 'down' as const),
      times: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('cut' as const, 'heal' as const), who }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('frame' as const), who }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constantFrom('undo' as const, 'redo' as const, 'reload' as const), who }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('elsewhere' as const), intent }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('compact' as const) }) },
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const tick = () => vi.advanceTimersByTimeAsync(0);

it(
  'whatever happens, each intent is judged once, bases are prefixes of the history, and healing makes all equal',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ops, { minLength: 20, maxLength: 80 }), async (script) => {
        const audit = new TestAudit();
        const acted = new Set<string>();
        const places: Place[] = [];
        const seatAt = async (n: number, store: OutboxStore): Promise<Seat> => {
          const seat = await audit.seat(n, { store });
          watchSettled(seat);
          return seat;
        };
        for (const n of [1, 2]) {
          const store = memoryOutboxStore();
          places.push({ n, store, seat: await seatAt(n, store) });
        }
        await audit.deliver(
          places.map((place) => place.seat),
          tick,
        );
        try {
          for (const op of script) {
            await run(audit, places, op, seatAt);
            await tick();
            for (const { seat } of places) {
              for (const { session, seq } of seat.session.connection.outbox.pending)
                acted.add(`${session}:${seq}`);
              expectPrefix(audit, seat);
            }
          }
          const seats = places.map((place) => place.seat);
          for (const seat of seats) seat.network.heal();
          await audit.deliver(seats, tick);
          // A connection that starts over may wait a moment before it does.
          await vi.advanceTimersByTimeAsync(6_000);
          await audit.deliver(seats, tick);
          for (const seat of seats) expectHealed(audit, seat);
          const judged = audit.judged.map((one) => one.key);
          expect(new Set(judged).size).toBe(judged.length);
          expect([...acted].filter((key) => !judged.includes(key))).toEqual([]);
        } finally {
          for (const { seat } of places) await seat.session.close();
        }
      }),
      { numRuns: 300 },
    );
  },
);

async function run(
  audit: TestAudit,
  places: readonly Place[],
  op: Op,
  seatAt: (n: number, store: OutboxStore) => Promise<Seat>,
): Promise<void> {
  const place = 'who' in op ? places[op.who] : undefined;
  switch (op.op) {
    case 'act':
      place?.seat.session.act(op.intent);
      return;
    case 'undo':
      place?.seat.session.undo();
      return;
    case 'redo':
      place?.seat.session.redo();
      return;
    case 'cut':
      place?.seat.network.cut();
      return;
    case 'heal':
      place?.seat.network.heal();
      return;
    case 'frame':
      place?.seat.frame();
      if (place) expectRows(place.seat);
      return;
    case 'reload':
      if (!place) return;
      await place.seat.session.close();
      place.seat = await seatAt(place.n, place.store);
      return;
    case 'move': {
      const socket = [...audit.sockets][op.socket];
      for (let n = 0; socket && n < op.times; n++) audit.step(socket, op.way);
      return;
    }
    case 'elsewhere': {
      const refused = model.decide(
        audit.state,
        { intent: { ...op.intent }, base: audit.version },
        { now: '2026-01-01T00:00:00Z', actor: person(3).userId, can: () => true, mode: 'server' },
      );
      if (refused.ok) audit.does(person(3), op.intent);
      return;
    }
    case 'compact':
      audit.compact();
  }
}

/** An intent leaves only when the base holds the version of its answer. */
function watchSettled({ session }: Seat): void {
  session.connection.outbox.onSettled((settled) => {
    for (const { entry } of settled)
      expect(entry.answer?.version).toBeLessThanOrEqual(session.connection.version);
  });
}

/** What a base holds is what the history held at one version, not before the one that it claims. */
function expectPrefix(audit: TestAudit, { session }: Seat): void {
  const { base, version } = session.connection;
  if (version < 0) return;
  const items = base.getMap<{ version: number }>(ITEMS_MAP);
  const held = Math.max(version, ...[...items.values()].map((record) => record.version));
  expect(held).toBeLessThanOrEqual(audit.version);
  const history = audit.stateAt(held);
  const expected = Object.fromEntries([...history.nodes()].map(({ id, ...record }) => [id, record]));
  expect(items.toJSON()).toEqual(expected);
}

const flat = (rows: readonly TreeRow[]): unknown[] =>
  rows.flatMap(({ id, node: shown, pending, children }) => [[id, shown, pending], ...flat(children ?? [])]);

/** Rows built bit by bit are those that building them whole would give. */
function expectRows({ session }: Seat): void {
  if (session.baseVersion < 0) return;
  const fresh = new TreeRows(session.view);
  const pending = new Set(
    flat(session.snapshot.rows).flatMap((row) => ((row as unknown[])[2] ? [(row as [never])[0]] : [])),
  );
  expect(flat(session.snapshot.rows)).toEqual(flat(fresh.read(pending)));
}

function expectHealed(audit: TestAudit, seat: Seat): void {
  expect(seat.session.connection.status.state).toBe('online');
  expect(seat.session.pendingCount).toBe(0);
  expect(seat.session.baseVersion).toBe(audit.version);
  expect(drawn(seat.session.view)).toBe(drawn(audit.state));
  seat.frame();
  expectRows(seat);
}
