import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventStore } from '@cotejo/event-store';
import { commandIdOf } from './command-identity.ts';
import {
  ACCOUNT,
  AUDIT,
  createRisk,
  id,
  people,
  PHASE,
  PROCESS,
  recordIn,
  rename,
  TestCluster,
  typesIn,
  type TestNode,
} from '../cluster.fixture.ts';
import { ForgetAnswers } from './forget-answers.ts';

describe('answers that nobody will ask for again', () => {
  let calls: (readonly string[])[];
  let idle: string[];
  let told: string[];
  let fails: boolean;
  let answers: ForgetAnswers;
  const store: Pick<EventStore, 'forget' | 'forgetIdle'> = {
    forget: async (ids) => {
      if (fails) throw new Error('away');
      calls.push(ids);
    },
    forgetIdle: async (before) => {
      idle.push(before);
      if (fails) throw new Error('away');
      return 3;
    },
  };

  beforeEach(() => {
    [calls, idle, told, fails] = [[], [], [], false];
    vi.useFakeTimers({ now: Date.parse('2026-06-30T00:00:00Z') });
    answers = new ForgetAnswers({
      store,
      clock: () => new Date(),
      log: (level, text) => told.push(`${level} ${text}`),
    });
  });
  afterEach(() => vi.useRealTimers());

  const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

  it('are gathered, and forgotten together between ten and twenty minutes later', async () => {
    answers.later(['a', 'b']);
    await minutes(9);
    answers.later(['b', 'c']);
    await minutes(2);
    answers.later(['d']);
    await minutes(8.9);
    expect(calls).toEqual([]);
    await minutes(0.1);
    expect(calls).toEqual([['a', 'b', 'c']]);
    await minutes(10);
    expect(calls).toEqual([['a', 'b', 'c'], ['d']]);
    await minutes(60);
    expect(calls).toHaveLength(2);
    answers.later(['e']);
    await minutes(20);
    expect(calls).toHaveLength(3);
  });

  it('are left to the daily round when the node ends before', async () => {
    answers.later(['a']);
    await answers.stop();
    await minutes(60);
    expect(calls).toEqual([]);
  });

  it('are forgotten in batches', async () => {
    answers.later(Array.from({ length: 1_200 }, (_, n) => `c${n}`));
    await answers.flush();
    expect(calls.map(({ length }) => length)).toEqual([500, 500, 200]);
  });

  it('are left to the daily round when they cannot be forgotten, or are too many', async () => {
    fails = true;
    answers.later(['a']);
    await answers.flush();
    expect(told).toEqual(['warn confirmed answers could not be forgotten']);
    fails = false;
    answers.later(Array.from({ length: 60_000 }, (_, n) => `c${n}`));
    await answers.flush();
    expect(calls.flat()).toHaveLength(50_000);
  });

  it('of sessions idle for 90 days are forgotten once a day, also after a round that failed', async () => {
    answers.start();
    answers.start();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    fails = true;
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    fails = false;
    await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
    expect(idle).toEqual([
      '2026-04-01T00:10:00.000Z',
      '2026-04-02T00:10:00.000Z',
      '2026-04-03T00:10:00.000Z',
    ]);
    await answers.stop();
    await vi.advanceTimersByTimeAsync(48 * 60 * 60_000);
    expect(idle).toHaveLength(3);
    expect(told).toContain('warn answers of idle sessions could not be forgotten');
  });
});

interface Asked {
  readonly kind: string;
  readonly [field: string]: unknown;
}

describe('an intent that was confirmed and is sent again', () => {
  const SESSION = id('o', 1);
  const RISK = id('r', 1);
  const command = (seq: number) =>
    commandIdOf({ account: ACCOUNT, user: people.marta.user, session: SESSION, seq });
  const riskOn = async (node: TestNode) => {
    const room = await node.rooms.room(AUDIT);
    return room && recordIn(room.hot.document, RISK);
  };
  let cluster: TestCluster;
  beforeEach(() => {
    cluster = new TestCluster();
  });
  afterEach(() => cluster.stop());

  /**
   * Marta's intent, then Julio's: without the journal entry, Marta's would be decided differently when
   * resent.
   */
  it.each<[string, Asked, Asked | null]>([
    ['a creation', createRisk(2), null],
    ['a rename', rename(RISK, 'hers'), rename(RISK, 'his')],
    [
      'a move',
      { kind: 'move_item', id: RISK, parent: PHASE },
      { kind: 'move_item', id: RISK, parent: PROCESS },
    ],
    [
      'a code',
      { kind: 'recode_item', id: RISK, code: 'X-1' },
      { kind: 'recode_item', id: RISK, code: 'X-2' },
    ],
    ['a deletion', { kind: 'delete_item', id: RISK }, { kind: 'restore_item', id: RISK }],
  ])('%s is not carried out twice, though the journal has forgotten it', async (_, hers, his) => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(1));
    marta.intent(SESSION, 1, hers);
    await marta.until(() => marta.answers.length === 2);
    expect(marta.answers.map(({ outcome }) => outcome)).toEqual([{ ok: true }, { ok: true }]);
    marta.send({ t: 'confirm', session: SESSION, upTo: 1 });
    const julio = await node.connect('julio').synced();
    if (his) {
      julio.intent(id('o', 2), 0, his, 99);
      await julio.until(() => julio.answers.length === 1);
      expect(julio.answers[0]?.outcome).toEqual({ ok: true });
    }
    await expect
      .poll(async () => {
        await node.rooms.forgetting.flush();
        return cluster.store.settled([command(0), command(1)]);
      })
      .toEqual([]);
    const before = await typesIn(cluster.store);
    const record = await riskOn(node);

    const other = await cluster.start();
    for (const at of [node, other]) {
      const again = await at.connect('marta').synced();
      again.intent(SESSION, 1, hers);
      again.intent(SESSION, 2, rename(PROCESS, `new work at ${at.origin}`));
      await again.until(() => again.answers.length === 2);
      expect(again.answers.find(({ seq }) => seq === 1)?.outcome.ok).toBe(false);
      expect(again.answers.find(({ seq }) => seq === 2)?.outcome).toEqual(
        at === node ? { ok: true } : expect.anything(),
      );
    }
    expect(await typesIn(cluster.store)).toEqual([...before, 'TreeItemRenamed']);
    expect(await riskOn(other)).toEqual(record);
  });
});
