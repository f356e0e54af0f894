import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import {
  AUDIT,
  createAudit,
  createRisk,
  id,
  people,
  recordIn,
  rename,
  TestCluster,
  type TestNode,
} from './cluster.fixture.ts';

const SESSION = id('o', 1);
const LIBRARY = id('a', 2) as AuditId;
const ok = { ok: true };
const forbidden = { ok: false, code: 'forbidden' };
let cluster: TestCluster;
let node: TestNode;
let used: Map<ItemId, AuditId[]>;
let asked: number;
let isAway: boolean;

beforeEach(async () => {
  cluster = new TestCluster();
  node = await cluster.startWithAudit();
  await createAudit(node.rooms, LIBRARY, [], 'risk_library');
  [used, asked, isAway] = [new Map(), 0, false];
  node.rooms.consult({
    async inUse() {
      asked++;
      if (isAway) throw new Error('the pool is away');
      return used;
    },
  });
});

afterEach(() => cluster.stop());

const risk = (number: number) => ({ ...createRisk(number), parent: null });
const remove = (number: number) => ({ kind: 'delete_item', id: id('r', number) });
const use = (number: number, ...audits: number[]) =>
  used.set(
    id('r', number) as ItemId,
    audits.map((one) => id('a', one) as AuditId),
  );
const batchOf = (...intents: readonly { readonly kind: string }[]) => ({
  kind: 'batch',
  parts: intents.map((intent) => ({ schema: intent.kind === 'move_item' ? 1 : 2, intent })),
});

describe('what a browser says of other audits', () => {
  const control = id('i', 9);
  it.each([
    ['an origin', { origin: 'library' }],
    ['a source', { copiedFrom: { audit: LIBRARY, item: control, version: 3 } }],
    ['a control elsewhere', { type: 'link', target: { audit: LIBRARY, item: control } }],
  ])('is not heard: %s', async (_, claim) => {
    const julio = await node.connect('julio').synced();
    const forged = { ...createRisk(1), ...claim };
    julio.intent(SESSION, 0, forged);
    julio.intent(SESSION, 1, batchOf(createRisk(2), forged));
    await julio.until(() => julio.answers.length === 2);
    const invalid = { ok: false, code: 'invalid_intent' };
    expect(julio.answers.map(({ outcome }) => outcome)).toEqual([
      invalid,
      { ...invalid, params: { part: 1 } },
    ]);
    expect(recordIn(julio.document, id('r', 1))).toBeUndefined();
    expect(recordIn(julio.document, id('r', 2))).toBeUndefined();
  });

  it('keeps nobody from sharing a control of the same audit', async () => {
    const julio = await node.connect('julio').synced();
    const target = { audit: null, item: id('i', 7) };
    julio.intent(SESSION, 0, createRisk(1));
    julio.intent(SESSION, 1, { ...createRisk(2), type: 'control', parent: id('r', 1), id: id('i', 7) });
    julio.intent(SESSION, 2, createRisk(3));
    julio.intent(SESSION, 3, { ...createRisk(4), type: 'reference', parent: id('r', 3), target });
    await julio.until(() => julio.answers.length === 4);
    expect(julio.answers.map(({ outcome }) => outcome)).toEqual([ok, ok, ok, ok]);
  });

  it('is believed of the server, which has read them', async () => {
    const principal = cluster.directory.principal('marta');
    const forged = { ...createRisk(1), origin: 'library' };
    const { outcomes } = await node.rooms.submit(AUDIT, principal, [{ intent: forged, base: 4 }]);
    expect(outcomes).toEqual([ok]);
  });
});

describe('what goes from a library', () => {
  const submit = (intent: { readonly kind: string }, by: keyof typeof people = 'marta') =>
    node.rooms
      .submit(LIBRARY, cluster.directory.principal(by), [{ intent, base: 9_999 }])
      .then(({ outcomes }) => outcomes[0]);

  beforeEach(async () => {
    for (const number of [1, 2, 3]) expect(await submit(risk(number))).toEqual(ok);
    asked = 0;
  });

  it('is not in use elsewhere; the refusal says in how many audits it is', async () => {
    use(1, 7, 8);
    expect(await submit(remove(1))).toEqual({ ok: false, code: 'risk_in_use', params: { audits: 2 } });
    expect(await submit(remove(2))).toEqual(ok);
  });

  it('is told from all parts of a batch, each audit once', async () => {
    use(1, 7).set(id('r', 2) as ItemId, [id('a', 7) as AuditId]);
    const outcome = await submit(batchOf(remove(3), remove(1), remove(2)));
    expect(outcome).toEqual({ ok: false, code: 'risk_in_use', params: { audits: 1 } });
  });

  it('is only what goes: what is merely moved does not count', async () => {
    use(1, 7);
    const move = { kind: 'move_item', id: id('r', 1), parent: null, after: id('r', 2) };
    expect(await submit(batchOf(move, remove(3)))).toEqual(ok);
  });

  it('is looked up once for all that wait, and not at all for who may not write or for what is too much', async () => {
    const principal = cluster.directory.principal('marta');
    const envelopes = [1, 2, 3].map((number) => ({ intent: remove(number), base: 9_999 }));
    await node.rooms.submit(LIBRARY, principal, envelopes);
    expect(asked).toBe(1);
    expect(await submit(remove(1), 'gil')).toEqual(forbidden);
    expect(await submit(batchOf(...Array.from({ length: 501 }, () => remove(1))))).toMatchObject({
      code: 'too_many_parts',
    });
    expect(asked).toBe(1);
  });

  it('is refused alone while nobody can say; the room goes on', async () => {
    isAway = true;
    const marta = await node.connect('marta', { audit: LIBRARY }).synced();
    marta.intent(SESSION, 0, remove(1));
    marta.intent(SESSION, 1, rename(id('r', 1), 'Sigue'));
    await marta.until(() => marta.answers.length === 2);
    expect(marta.answers.map(({ outcome }) => outcome)).toEqual([
      { ok: false, code: 'room_unavailable' },
      ok,
    ]);
    await expect(submit(remove(2))).rejects.toMatchObject({ code: 'room_unavailable' });
    isAway = false;
    expect(await submit(remove(2))).toEqual(ok);
  });

  it('is asked of nobody in an audit', async () => {
    const julio = await node.connect('julio').synced();
    julio.intent(SESSION, 0, createRisk(1));
    julio.intent(SESSION, 1, remove(1));
    await julio.until(() => julio.answers.length === 2);
    expect(julio.answers.map(({ outcome }) => outcome)).toEqual([ok, ok]);
    expect(asked).toBe(0);
  });
});
