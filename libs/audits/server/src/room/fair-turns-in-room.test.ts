import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredAuditEvent } from '@cotejo/audits-contracts';
import type { IntentFrame } from '@cotejo/rooms/protocol';
import { AUDIT, createRisk, id, people, TestCluster, wrap } from './cluster.fixture.ts';
import { costOf } from './intents/cost-of-intent.ts';
import { TURN_COST } from './room-settings.ts';

const FLOOD = 40;
const PARTS = 500;
let cluster: TestCluster;
beforeEach(() => {
  cluster = new TestCluster();
});
afterEach(() => cluster.stop());

const flood = (nth: number): IntentFrame['intent'] => ({
  kind: 'batch',
  parts: Array.from({ length: PARTS }, (_, part) => ({
    schema: 1,
    intent: part === 0 ? createRisk(nth) : { kind: 'rename_item', id: id('r', nth), name: `${nth}.${part}` },
  })),
});

describe('a person who asks for much at once', () => {
  it('waits for the others of the audit, who wait for no more than a turn of theirs', async () => {
    let append: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (append = resolve));
    let isFirst = true;
    const store = wrap(cluster.store, {
      append: async (request) => {
        if (request.stream === `audit-${AUDIT}` && request.expected !== 'no-stream' && isFirst) {
          isFirst = false;
          await held;
        }
        return cluster.store.append(request);
      },
    });
    const node = await cluster.startWithAudit({}, store);
    const marta = await node.connect('marta').synced();
    const julio = await node.connect('julio').synced();
    for (let nth = 0; nth < FLOOD; nth++) marta.intent(id('o', 1), nth, flood(nth));
    const room = await node.rooms.room(AUDIT);
    if (!room) throw new Error('no room');
    const order: string[] = [];
    room.watch({
      committed: (_, events: readonly StoredAuditEvent[]) =>
        order.push(...events.map(({ actor }) => (actor === people.marta.user ? 'marta' : 'julio'))),
      dropped: () => undefined,
    });
    // The whole flood is queued and its first batch is being appended.
    await expect.poll(() => isFirst).toBe(false);
    await expect.poll(() => room.queued).toBe(FLOOD - 1);
    for (let seq = 0; seq < 10; seq++) julio.intent(id('o', 2), seq, createRisk(100 + seq));
    await expect.poll(() => room.queued).toBe(FLOOD - 1 + 10);
    append();
    await Promise.all([
      julio.until(() => julio.answers.length === 10),
      marta.until(() => marta.answers.length === FLOOD),
    ]);
    const before = order.slice(0, order.lastIndexOf('julio')).filter((who) => who === 'marta').length;
    expect(before).toBeLessThanOrEqual(2 * TURN_COST);
    expect(order).toHaveLength(FLOOD * PARTS + 10);
    expect(marta.answers.map(({ seq, outcome }) => [seq, outcome.ok])).toEqual(
      Array.from({ length: FLOOD }, (_, seq) => [seq, true]),
    );
  });

  it.each<[string, number, IntentFrame['intent']]>([
    ['one, when it is one', 1, { kind: 'rename_item', id: id('r', 1), name: 'x' }],
    ['as many as it has parts', PARTS, flood(1)],
    ['as many as it copies', 3, { kind: 'copy_item', copies: [1, 2, 3] }],
    [
      'as many as its parts copy',
      4,
      { kind: 'batch', parts: [{ intent: { copies: [1, 2, 3] } }, { intent: { kind: 'rename_item' } }] },
    ],
    ['one, when it is nonsense', 1, { kind: 'batch', parts: 'many' }],
    ['one for each part of nonsense', 2, { kind: 'batch', parts: [null, { intent: 7 }] }],
  ])('is counted by events: %s', (_, cost, intent) => expect(costOf(intent)).toBe(cost));
});

describe('a room of a node that does not know who may do what', () => {
  it('judges nothing, keeps what was asked, and judges it in order once the node knows', async () => {
    let know: (knows: boolean) => void = () => undefined;
    let isBehind = true;
    const node = await cluster.startWithAudit({
      mayJudge: () => !isBehind || new Promise((resolve) => (know = resolve)),
    });
    const marta = await node.connect('marta').synced();
    for (let seq = 0; seq < 3; seq++) marta.intent(id('o', 1), seq, createRisk(seq));
    const room = await node.rooms.room(AUDIT);
    await expect.poll(() => room?.queued).toBe(3);
    expect([marta.answers, room?.hot.version]).toEqual([[], 4]);
    isBehind = false;
    know(true);
    await marta.until(() => marta.answers.length === 3);
    expect(marta.answers.map(({ seq, outcome }) => [seq, outcome.ok])).toEqual([
      [0, true],
      [1, true],
      [2, true],
    ]);
  });

  it('judges by the rights of then: whose session ended meanwhile is answered nothing', async () => {
    let know: (knows: boolean) => void = () => undefined;
    let isBehind = true;
    const node = await cluster.startWithAudit({
      mayJudge: () => !isBehind || new Promise((resolve) => (know = resolve)),
    });
    const [marta, julio] = await Promise.all([
      node.connect('marta').synced(),
      node.connect('julio').synced(),
    ]);
    julio.intent(id('o', 2), 0, createRisk(1));
    marta.intent(id('o', 1), 0, createRisk(2));
    const room = await node.rooms.room(AUDIT);
    await expect.poll(() => room?.queued).toBe(2);
    cluster.directory.endSession(id('s', 1));
    isBehind = false;
    know(true);
    await marta.until(() => marta.answers.length === 1);
    expect(room?.hot.version).toBe(5);
    expect(julio.answers).toEqual([]);
  });
});
