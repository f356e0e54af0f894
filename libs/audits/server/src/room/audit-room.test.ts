import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EventStoreError } from '@cotejo/event-store';
import {
  AUDIT,
  bytesOf,
  createRisk,
  id,
  people,
  PHASE,
  PROCESS,
  recordIn,
  rename,
  sessionOf,
  TestCluster,
  typesIn,
  wrap,
} from './cluster.fixture.ts';

const SESSION = id('o', 1);
const ok = { ok: true };
let cluster: TestCluster;

beforeEach(() => {
  cluster = new TestCluster();
});

afterEach(() => cluster.stop());

describe('intents', () => {
  it('of two people are committed in one order, and both documents hold the same bytes', async () => {
    const node = await cluster.startWithAudit();
    const [marta, julio] = await Promise.all([
      node.connect('marta').synced(),
      node.connect('julio').synced(),
    ]);
    for (let n = 0; n < 20; n++) {
      marta.intent(id('o', 1), n, createRisk(n));
      julio.intent(id('o', 2), n, n % 2 ? createRisk(100 + n) : rename(PROCESS, `Compras ${n}`));
    }
    await marta.until(() => marta.answers.length === 20);
    await julio.until(() => julio.answers.length === 20);
    await Promise.all([marta, julio].map((one) => one.until(() => one.version === 44)));
    expect(marta.answers.map(({ seq }) => seq)).toEqual([...Array(20).keys()]);
    expect(bytesOf(marta.document)).toBe(bytesOf(julio.document));
    expect(await typesIn(cluster.store)).toHaveLength(45);
    expect([marta.gaps, julio.gaps]).toEqual([0, 0]);
  });

  it('are answered only when the base holds the version', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    const early: number[] = [];
    marta.socket.on('message', () => {
      for (const answer of marta.answers) if (answer.version > marta.version) early.push(answer.seq);
    });
    for (let n = 0; n < 50; n++) marta.intent(SESSION, n, createRisk(n % 40));
    await marta.until(() => marta.answers.length === 50);
    expect(early).toEqual([]);
    expect(marta.answers.filter(({ outcome }) => outcome.ok)).toHaveLength(40);
  });

  it('that arrive together are judged one on the other and written as few appends', async () => {
    let appends = 0;
    const counted = wrap(cluster.store, {
      append: (request) => {
        appends++;
        return cluster.store.append(request);
      },
    });
    const node = await cluster.startWithAudit({}, counted);
    const marta = await node.connect('marta').synced();
    appends = 0;
    for (let n = 0; n < 200; n++) {
      marta.intent(SESSION, n, n === 0 ? createRisk(0) : rename(id('r', 0), `nombre ${n}`), 4);
    }
    await marta.until(() => marta.answers.length === 200);
    expect(marta.answers.every(({ outcome }) => outcome.ok)).toBe(true);
    expect(appends).toBeLessThan(50);
  });

  it('that are refused are answered once with their code, journalled, and change nothing', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, { kind: 'move_item', id: PHASE, parent: PROCESS });
    marta.intent(SESSION, 1, { kind: 'nonsense' });
    marta.intent(SESSION, 2, { kind: 'rename_item', id: PROCESS, name: 42 });
    await marta.until(() => marta.answers.length === 3);
    expect(marta.answers.map(({ outcome }) => outcome)).toEqual([
      { ok: false, code: 'would_create_cycle' },
      { ok: false, code: 'unknown_intent', params: { kind: 'nonsense' } },
      { ok: false, code: 'invalid_intent' },
    ]);
    expect(await typesIn(cluster.store)).toHaveLength(5);
    // Resent to a node without state, after the move became possible: the recorded answer stands.
    await node.stop();
    const other = await cluster.start();
    const again = await other.connect('marta').synced();
    again.intent(SESSION, 0, { kind: 'move_item', id: PHASE, parent: PROCESS });
    again.intent(SESSION, 1, { kind: 'nonsense' });
    await again.until(() => again.answers.length === 2);
    expect(again.answers.map(({ outcome }) => outcome)).toEqual([
      { ok: false, code: 'would_create_cycle' },
      { ok: false, code: 'unknown_intent', params: { kind: 'nonsense' } },
    ]);
  });

  it('of a guest are judged and refused, not dropped', async () => {
    const node = await cluster.startWithAudit();
    const gil = await node.connect('gil').synced();
    gil.intent(SESSION, 0, createRisk(1));
    await gil.until(() => gil.answers.length === 1);
    expect(gil.answers[0]?.outcome).toMatchObject({ ok: false, code: 'forbidden' });
    expect(await typesIn(cluster.store)).toHaveLength(5);
  });

  it('are judged by the rights of the moment, not of the entrance', async () => {
    const node = await cluster.startWithAudit();
    const julio = await node.connect('julio').synced();
    cluster.directory.roles.set(people.julio.user, 'guest');
    julio.intent(SESSION, 0, createRisk(1));
    await julio.until(() => julio.answers.length === 1);
    expect(julio.answers[0]?.outcome).toMatchObject({ ok: false, code: 'forbidden' });
  });

  it('of a session that ended are not answered: its connections close with 4401', async () => {
    const node = await cluster.startWithAudit();
    const julio = await node.connect('julio').synced();
    cluster.directory.endSession(sessionOf('julio'));
    julio.intent(SESSION, 0, createRisk(1));
    expect(await julio.closed()).toBe(4401);
    expect(julio.answers).toEqual([]);
    expect(await typesIn(cluster.store)).toHaveLength(5);
    expect(await node.connect('julio').closed()).toBe(4401);
  });

  it('that cannot be stored are refused alone', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(1));
    marta.intent(SESSION, 1, rename(PROCESS, 'lone \ud800 surrogate'));
    marta.intent(SESSION, 2, createRisk(2));
    await marta.until(() => marta.answers.length === 3);
    const outcomes = Object.fromEntries(marta.answers.map(({ seq, outcome }) => [seq, outcome]));
    expect(outcomes).toEqual({ 0: ok, 1: { ok: false, code: 'invalid_intent' }, 2: ok });
  });

  it('that the store refuses are told apart from their neighbours', async () => {
    const picky = wrap(cluster.store, {
      append: (request) => {
        const isBad = request.events.some(({ data }) => data['name'] === 'poison');
        return isBad ? Promise.reject(new EventStoreError('invalid', 'no')) : cluster.store.append(request);
      },
    });
    const node = await cluster.startWithAudit({}, picky);
    const marta = await node.connect('marta').synced();
    for (const [seq, name] of ['a', 'poison', 'b'].entries())
      marta.intent(SESSION, seq, createRisk(seq, name));
    await marta.until(() => marta.answers.length === 3);
    expect(marta.answers.map(({ outcome }) => outcome)).toEqual([
      ok,
      { ok: false, code: 'invalid_intent' },
      ok,
    ]);
  });
});

describe('the same intent again', () => {
  it('after a lost answer gets the recorded outcome, on whichever node, and writes nothing', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(1));
    await marta.until(() => marta.answers.length === 1);
    const [first] = marta.answers;
    marta.cut();

    const back = await node.connect('marta').synced();
    back.intent(SESSION, 0, createRisk(1));
    await back.until(() => back.answers.length === 1);
    expect(back.answers).toEqual([first]);

    await node.crash();
    const other = await cluster.start();
    const roaming = await other.connect('marta').synced();
    roaming.intent(SESSION, 0, createRisk(1));
    await roaming.until(() => roaming.answers.length === 1);
    expect(roaming.answers).toEqual([first]);
    expect((await typesIn(cluster.store)).filter((type) => type === 'TreeItemCreated')).toHaveLength(3);
  });

  it('while the first still waits gets the same answer once for each time it was asked', async () => {
    const gate = deferred();
    const slow = wrap(cluster.store, {
      append: async (request) => {
        if (request.stream === `audit-${AUDIT}` && request.expected !== 'no-stream') await gate.promise;
        return cluster.store.append(request);
      },
    });
    const node = await cluster.startWithAudit({}, slow);
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(1));
    const second = await node.connect('marta').synced();
    second.intent(SESSION, 0, createRisk(1));
    second.intent(SESSION, 0, rename(PROCESS, 'other'));
    await second.until(() => second.answers.length === 1);
    gate.resolve();
    await Promise.all([
      marta.until(() => marta.answers.length === 1),
      second.until(() => second.answers.length === 2),
    ]);
    expect(marta.answers[0]?.outcome).toEqual(ok);
    expect(second.answers.map(({ outcome }) => outcome)).toEqual([{ ok: false, code: 'invalid_intent' }, ok]);
    expect(await typesIn(cluster.store)).toHaveLength(6);
  });

  it('with another content under its number is refused, wherever it arrives', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(1));
    marta.intent(SESSION, 0, createRisk(2));
    await marta.until(() => marta.answers.length === 2);
    const outcomes = marta.answers.map(({ outcome }) => outcome);
    expect(outcomes.filter((one) => one.ok)).toHaveLength(1);
    expect(outcomes).toContainEqual({ ok: false, code: 'invalid_intent' });
    // Answered from the room's memory and, after the client's confirmation, from the journal alone.
    for (const confirms of [false, true]) {
      if (confirms) marta.send({ t: 'confirm', session: SESSION, upTo: 0 });
      const before = marta.answers.length;
      marta.intent(SESSION, 0, createRisk(2));
      await marta.until(() => marta.answers.length > before);
      expect(marta.answers.at(-1)?.outcome).toEqual({ ok: false, code: 'invalid_intent' });
    }
    await node.stop();
    const other = await cluster.start();
    const roaming = await other.connect('marta').synced();
    roaming.intent(SESSION, 0, createRisk(3));
    roaming.intent(SESSION, 1, createRisk(4));
    await roaming.until(() => roaming.answers.length === 2);
    expect(roaming.answers.map(({ outcome }) => outcome)).toEqual([
      { ok: false, code: 'invalid_intent' },
      ok,
    ]);
  });

  it('by somebody else is another intent', async () => {
    const node = await cluster.startWithAudit();
    const [marta, julio] = await Promise.all([
      node.connect('marta').synced(),
      node.connect('julio').synced(),
    ]);
    marta.intent(SESSION, 0, createRisk(1));
    await marta.until(() => marta.answers.length === 1);
    julio.intent(SESSION, 0, createRisk(2));
    await julio.until(() => julio.answers.length === 1);
    expect(julio.answers[0]?.outcome).toEqual(ok);
    expect(await typesIn(cluster.store)).toHaveLength(7);
  });

  it('that roamed to another node and back, its answer lost there, is not written twice', async () => {
    const node = await cluster.startWithAudit();
    const other = await cluster.start();
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(0));
    await marta.until(() => marta.answers.length === 1);
    const away = await other.connect('marta').synced();
    away.intent(SESSION, 1, createRisk(1));
    await away.until(() => away.answers.length === 1);
    // This node's memory ends at number 0, so it takes 1 for new although it is settled; 2 is new indeed.
    marta.intent(SESSION, 1, createRisk(1));
    marta.intent(SESSION, 2, createRisk(2));
    await marta.until(() => marta.answers.length === 3);
    expect(marta.answers.map(({ outcome }) => outcome)).toEqual([ok, ok, ok]);
    expect(await typesIn(cluster.store)).toHaveLength(8);
  });

  it('that roamed and came back does not undo what others did since', async () => {
    const node = await cluster.startWithAudit();
    const other = await cluster.start();
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(0));
    await marta.until(() => marta.answers.length === 1);
    const away = await other.connect('marta').synced();
    away.intent(SESSION, 1, rename(PROCESS, 'by marta'));
    await away.until(() => away.answers.length === 1);
    const julio = await node.connect('julio').synced();
    julio.intent(id('o', 2), 0, rename(PROCESS, 'by julio'));
    await julio.until(() => julio.answers.length === 1);
    marta.intent(SESSION, 1, rename(PROCESS, 'by marta'));
    await marta.until(() => marta.answers.length === 2);
    expect(marta.answers[1]).toEqual(away.answers[0]);
    expect(recordIn(marta.document, PROCESS)?.name).toBe('by julio');
    expect(await typesIn(cluster.store)).toHaveLength(8);
  });

  it('is still known after the client confirmed its answer', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(1));
    await marta.until(() => marta.answers.length === 1);
    marta.send({ t: 'confirm', session: SESSION, upTo: 0 });
    marta.intent(SESSION, 0, createRisk(1));
    await marta.until(() => marta.answers.length === 2);
    expect(marta.answers[1]).toEqual(marta.answers[0]);
    expect(await typesIn(cluster.store)).toHaveLength(6);
  });
});

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}
