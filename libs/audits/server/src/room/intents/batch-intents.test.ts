import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IntentSealer, RawIntent } from '@cotejo/audits-contracts';
import type { IntentFrame } from '@cotejo/rooms/protocol';
import {
  AUDIT,
  arrayOf,
  bytesOf,
  createRisk,
  id,
  PROCESS,
  recordIn,
  rename,
  TestCluster,
  typesIn,
} from '../cluster.fixture.ts';
import { Stamp, stampedModel } from './stamped-model.fixture.ts';

const SESSION = id('o', 1);
const ok = { ok: true };
const batchOf = (...intents: readonly RawIntent[]): IntentFrame['intent'] => ({
  kind: 'batch',
  parts: intents.map((intent) => ({ schema: 1, intent })),
});
const range = (count: number) => [...Array(count).keys()];
let cluster: TestCluster;

beforeEach(() => {
  cluster = new TestCluster();
});

afterEach(() => cluster.stop());

describe('several intents as one', () => {
  it('are one append and one answer, and part of their document at once', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    const parts = range(500).map((n) => createRisk(n, `${'ñ'.repeat(100)} ${n}`));
    marta.intent(SESSION, 0, batchOf(...parts));
    await marta.until(() => marta.answers.length === 1);
    expect(marta.answers).toMatchObject([{ seq: 0, outcome: ok, version: 504 }]);
    expect(marta.advances.slice(1)).toMatchObject([{ from: 4, to: 504 }]);
    expect(recordIn(marta.document, id('r', 499))?.name).toMatch(/499$/);
    const commands = new Set<unknown>();
    for (const { meta } of (await arrayOf(cluster.store.read(`audit-${AUDIT}`))).slice(5))
      commands.add(meta.command);
    expect(commands.size).toBe(1);
  });

  it('of which one is refused change nothing, and the answer names it', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, batchOf(createRisk(1), rename(id('r', 9), 'nobody'), createRisk(2)));
    marta.intent(SESSION, 1, createRisk(3));
    await marta.until(() => marta.answers.length === 2);
    expect(marta.answers.map(({ outcome }) => outcome)).toEqual([
      { ok: false, code: 'item_not_found', params: { part: 1 } },
      ok,
    ]);
    expect(await typesIn(cluster.store)).toHaveLength(6);
  });

  it('that roam get their first answer on the other node, after a restart too, and nothing is done twice', async () => {
    const [one, two] = [await cluster.startWithAudit(), await cluster.start()];
    const marta = await one.connect('marta').synced();
    const good = batchOf(createRisk(1), rename(PROCESS, 'Pagos'), createRisk(2));
    const bad = batchOf(createRisk(3), createRisk(1));
    marta.intent(SESSION, 0, good);
    marta.intent(SESSION, 1, bad);
    await marta.until(() => marta.answers.length === 2);
    const answers = [...marta.answers];
    expect(answers.map(({ outcome }) => outcome.ok)).toEqual([true, false]);
    marta.cut();
    const head = (await typesIn(cluster.store)).length;
    await one.crash();
    for (const node of [two, await cluster.start()]) {
      const back = await node.connect('marta').synced();
      back.intent(SESSION, 0, good);
      back.intent(SESSION, 1, bad);
      await back.until(() => back.answers.length === 2);
      expect(back.answers).toEqual(answers);
      expect(bytesOf(back.document)).toBe(bytesOf(marta.document));
    }
    expect(await typesIn(cluster.store)).toHaveLength(head);
  });

  it('of a page that was closed are carried on by another of the same person', async () => {
    const node = await cluster.startWithAudit();
    const first = await node.connect('marta').synced();
    const intents = range(3).map((n) => batchOf(createRisk(2 * n), createRisk(2 * n + 1)));
    first.intent(SESSION, 0, intents[0] ?? batchOf());
    await first.until(() => first.answers.length === 1);
    first.cut();
    // The answer was not stored by the client: the page that takes over the session resends all three.
    const next = await node.connect('marta').synced();
    next.intent(id('o', 9), 0, rename(PROCESS, 'of its own session'));
    for (const [seq, intent] of intents.entries()) next.intent(SESSION, seq, intent);
    await next.until(() => next.answers.length === 4);
    expect(next.answers.every(({ outcome }) => outcome.ok)).toBe(true);
    expect(await typesIn(cluster.store)).toHaveLength(5 + 1 + 6);
  });

  it('too large for one append are refused with a code, and their neighbours are not', async () => {
    const node = await cluster.startWithAudit();
    const marta = cluster.directory.principal('marta');
    const name = 'ñ'.repeat(495);
    const envelopes = [
      batchOf(...range(500).map((n) => createRisk(n, `${name}${n}`))),
      createRisk(1_000),
      batchOf(...range(500).map((n) => rename(PROCESS, `${name}${n}`))),
    ].map((intent) => ({ intent, base: 4 }));
    const { outcomes } = await node.rooms.submit(AUDIT, marta, envelopes);
    const codes = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code));
    // Each rename event also carries the previous name.
    expect(codes).toEqual(['ok', 'ok', 'intent_too_large']);
  });
});

describe('the parts', () => {
  const calls: string[][] = [];
  const counting: IntentSealer = async (intents) => {
    calls.push(intents.map(({ name }) => String(name)));
    return intents.map(() => new Stamp());
  };
  const sealers = { rename_item: counting, create_item: counting };
  const submit = async (who: 'marta' | 'gil', ...intents: readonly RawIntent[]) => {
    calls.splice(0);
    const node = await cluster.startWithAudit({ model: stampedModel, sealers });
    const envelopes = intents.map((intent) => ({ intent, base: 4 }));
    const { outcomes } = await node.rooms.submit(AUDIT, cluster.directory.principal(who), envelopes);
    return { outcomes, room: await node.rooms.room(AUDIT) };
  };

  it('are sealed like whole intents, all of one kind together, each with its own seal', async () => {
    const batch = batchOf(createRisk(1), rename(id('r', 1), 'abc'), rename(PROCESS, 'abcd'));
    const { outcomes, room } = await submit('marta', batch, rename(id('i', 1), 'abcde'));
    expect(outcomes).toEqual([ok, ok]);
    expect(calls).toEqual([['Riesgo 1'], ['abc', 'abcd', 'abcde']]);
    expect(room?.state.slice('stamps')).toBe(4);
  });

  it('are not sealed for a person who may change nothing', async () => {
    const { outcomes } = await submit('gil', batchOf(rename(PROCESS, 'abc')));
    expect(outcomes).toMatchObject([{ ok: false, code: 'forbidden' }]);
    expect(calls).toEqual([]);
  });

  it('without a seal are refused with their batch', async () => {
    const node = await cluster.startWithAudit({ model: stampedModel, sealers: { create_item: counting } });
    const envelopes = [batchOf(createRisk(1), rename(PROCESS, 'abc')), rename(PROCESS, 'abc')];
    const { outcomes } = await node.rooms.submit(
      AUDIT,
      cluster.directory.principal('marta'),
      envelopes.map((intent) => ({ intent, base: 4 })),
    );
    expect(outcomes).toEqual([
      { ok: false, code: 'not_sealed', params: { part: 1 } },
      { ok: false, code: 'not_sealed' },
    ]);
  });
});
