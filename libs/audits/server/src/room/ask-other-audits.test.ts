import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Claim } from './ask-other-audits.ts';
import { AUDIT, createRisk, id, recordIn, TestCluster, type TestNode } from './cluster.fixture.ts';

const SESSION = id('o', 1);
const ok = { ok: true };
const forbidden = { ok: false, code: 'forbidden' };
let cluster: TestCluster;
let node: TestNode;
let asked: Claim[];

beforeEach(async () => {
  cluster = new TestCluster();
  node = await cluster.startWithAudit();
  asked = [];
  node.rooms.consult({
    async claimed(_, claims) {
      asked.push(...claims);
      return claims.map(({ origin }) => (origin === 'library' ? { code: 'forbidden' } : null));
    },
    inUse: async () => Promise.reject(new Error('nobody asks')),
  });
});

afterEach(() => cluster.stop());

const forged = (number: number) => ({ ...createRisk(number), origin: 'library' as const });
const batchOf = (...intents: readonly { readonly kind: string }[]) => ({
  kind: 'batch',
  parts: intents.map((intent) => ({ schema: 2, intent })),
});

describe('what an intent says of other audits', () => {
  it('is asked of them before it is judged, and keeps its place among the others', async () => {
    const julio = await node.connect('julio').synced();
    julio.intent(SESSION, 0, createRisk(1));
    julio.intent(SESSION, 1, forged(2));
    julio.intent(SESSION, 2, createRisk(3));
    await julio.until(() => julio.answers.length === 3);
    expect(julio.answers.map(({ seq, outcome }) => [seq, outcome])).toEqual([
      [0, ok],
      [1, forbidden],
      [2, ok],
    ]);
    expect(asked).toHaveLength(1);
    expect(recordIn(julio.document, id('r', 2))).toBeUndefined();
  });

  it('refuses the whole of which it is a part, and the answer names it', async () => {
    const julio = await node.connect('julio').synced();
    julio.intent(SESSION, 0, batchOf(createRisk(1), forged(2)));
    await julio.until(() => julio.answers.length === 1);
    expect(julio.answers[0]?.outcome).toEqual({ ...forbidden, params: { part: 1 } });
    expect(recordIn(julio.document, id('r', 1))).toBeUndefined();
  });

  it('is told with all that is claimed', async () => {
    const julio = await node.connect('julio').synced();
    const target = { audit: id('a', 9), item: id('i', 9) };
    const copiedFrom = { ...target, version: 3 };
    julio.intent(SESSION, 0, { ...createRisk(1), type: 'link', target });
    julio.intent(SESSION, 1, { ...createRisk(2), copiedFrom, origin: 'evaluation' });
    julio.intent(SESSION, 2, { ...createRisk(3), type: 'reference', target: { ...target, audit: null } });
    await julio.until(() => julio.answers.length === 3);
    expect(asked).toEqual([{ target }, { copiedFrom, origin: 'evaluation' }]);
  });

  it('is believed of the server, which has read them', async () => {
    const principal = cluster.directory.principal('marta');
    const { outcomes } = await node.rooms.submit(AUDIT, principal, [{ intent: forged(1), base: 4 }]);
    expect([outcomes, asked]).toEqual([[ok], []]);
  });

  it('asks nobody of deletions where nothing is lent', async () => {
    const julio = await node.connect('julio').synced();
    julio.intent(SESSION, 0, createRisk(1));
    julio.intent(SESSION, 1, { kind: 'delete_item', id: id('r', 1) });
    await julio.until(() => julio.answers.length === 2);
    expect(julio.answers.map(({ outcome }) => outcome)).toEqual([ok, ok]);
  });
});
