import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAuditModel, type Slice } from '@cotejo/audits-domain';
import { closeCode } from '@cotejo/rooms/protocol';
import {
  AUDIT,
  createAudit,
  createRisk,
  id,
  people,
  PROCESS,
  recordIn,
  rename,
  TestCluster,
  wrap,
} from '../cluster.fixture.ts';

const SESSION = id('o', 1);
let cluster: TestCluster;

beforeEach(() => {
  cluster = new TestCluster();
});

afterEach(() => cluster.stop());

describe('an intent of ill will', () => {
  it.each(['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'])(
    'of kind %s, which every object knows, is refused and nobody loses the room',
    async (kind) => {
      const node = await cluster.startWithAudit({
        sealers: { other: async (intents) => intents.map(() => null) },
      });
      const [julio, marta] = await Promise.all([
        node.connect('julio').synced(),
        node.connect('marta').synced(),
      ]);
      julio.intent(SESSION, 0, { kind });
      await julio.until(() => julio.answers.length === 1);
      expect(julio.answers[0]?.outcome).toMatchObject({ ok: false, code: 'unknown_intent' });
      marta.intent(id('o', 2), 0, createRisk(1));
      await marta.until(() => marta.answers.length === 1);
      expect([marta.answers[0]?.outcome, marta.closeCode]).toEqual([{ ok: true }, null]);
    },
  );

  it('over which the rules stumble is refused alone, and told to the log', async () => {
    const stumbling: Slice = {
      name: 'stumbling',
      intents: { stumble: [] },
      events: {},
      rights: { stumble: { asks: [] } },
      parse: (raw) => raw as { kind: string },
      decide: () => {
        throw new Error('unforeseen');
      },
      evolve: (state) => state,
      freeze: () => null,
      thaw: () => null,
    };
    const logged: string[] = [];
    const node = await cluster.startWithAudit({
      model: createAuditModel([stumbling]),
      log: (_level, message) => logged.push(message),
    });
    const marta = await node.connect('marta').synced();
    marta.intent(SESSION, 0, createRisk(1));
    marta.intent(SESSION, 1, { kind: 'stumble' });
    marta.intent(SESSION, 2, createRisk(2));
    await marta.until(() => marta.answers.length === 3);
    expect(marta.answers.map(({ outcome }) => (outcome.ok ? 'ok' : outcome.code))).toEqual([
      'ok',
      'invalid_intent',
      'ok',
    ]);
    expect(logged).toEqual(['an intent could not be judged']);
  });

  it.each(['start_operation', 'finish_operation', 'discard_operation'])(
    '%s is the server’s: nobody stops an audit, or ends what the server has under way',
    async (kind) => {
      const node = await cluster.startWithAudit();
      const operation = id('p', 1);
      const [marta, julio] = await Promise.all([
        node.connect('marta').synced(),
        node.connect('julio').synced(),
      ]);
      if (kind !== 'start_operation') {
        const start = { intent: { kind: 'start_operation', operation, what: 'copy' }, base: 4 };
        await node.rooms.submit(id('a', 1), cluster.directory.principal('marta'), [start]);
      }
      julio.intent(SESSION, 0, { kind, operation, what: 'copy' });
      await julio.until(() => julio.answers.length === 1);
      expect(julio.answers[0]?.outcome).toEqual({ ok: false, code: 'forbidden' });
      marta.intent(id('o', 2), 0, createRisk(1));
      await marta.until(() => marta.answers.length === 1);
      expect(marta.answers[0]?.outcome.ok).toBe(kind === 'start_operation');
    },
  );

  it('that bears the number of one settled in another audit is refused, and holds up nobody', async () => {
    const node = await cluster.startWithAudit();
    const other = id('a', 2);
    await createAudit(node.rooms, other);
    const [here, there] = await Promise.all([
      node.connect('julio').synced(),
      node.connect('julio', { audit: other }).synced(),
    ]);
    there.intent(SESSION, 0, createRisk(1));
    await there.until(() => there.answers.length === 1);
    here.intent(SESSION, 0, createRisk(1));
    await here.until(() => here.answers.length === 1);
    expect(here.answers[0]?.outcome).toEqual({ ok: false, code: 'invalid_intent' });
    expect(recordIn(here.document, id('r', 1))).toBeUndefined();
    const marta = await node.connect('marta').synced();
    marta.intent(id('o', 2), 0, createRisk(2));
    await marta.until(() => marta.answers.length === 1);
    expect([marta.answers[0]?.outcome, marta.closeCode]).toEqual([{ ok: true }, null]);
  });

  it('of which the journal tells a version that the log lacks costs the room, not the node', async () => {
    const store = wrap(cluster.store, {
      settled: async (ids) =>
        ids.map((one) => ({
          id: one,
          intentHash: 'x',
          stream: `audit-${AUDIT}`,
          version: 1_000_000n,
          outcome: { ok: true },
        })),
    });
    const settings = { patience: 40 };
    const node = await cluster.startWithAudit({ settings }, store);
    const julio = await node.connect('julio').synced();
    julio.intent(SESSION, 0, createRisk(1));
    await julio.until(() => julio.closeCode !== null);
    expect([julio.closeCode, julio.answers]).toEqual([closeCode.tryAgain, []]);
  });

  it('brings no texts into the vault when its author may change nothing', async () => {
    const sealed: unknown[] = [];
    const node = await cluster.startWithAudit({
      sealers: {
        rename_item: async (intents) => {
          sealed.push(...intents.map((raw) => raw['name']));
          return intents.map(() => null);
        },
      },
    });
    const [gil, marta] = await Promise.all([node.connect('gil').synced(), node.connect('marta').synced()]);
    gil.intent(SESSION, 0, rename(PROCESS, 'of a guest'));
    await gil.until(() => gil.answers.length === 1);
    marta.intent(id('o', 2), 0, rename(PROCESS, 'of the team'));
    await marta.until(() => marta.answers.length === 1);
    expect(gil.answers[0]?.outcome).toEqual({ ok: false, code: 'forbidden' });
    expect(sealed).toEqual(['of the team']);
    expect(recordIn(marta.document, PROCESS)?.name).toBe('of the team');
  });

  it('gives no action plan to a person of another account', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    const finding = id('f', 1);
    const intents = [
      { kind: 'create_item', id: finding, type: 'finding', parent: PROCESS, name: 'Pagos sin orden' },
      { kind: 'choose_finding_treatment', id: finding, treatment: 'action_plan' },
      { kind: 'change_status', id: finding, from: 'new', to: 'not_discussed' },
      { kind: 'change_status', id: finding, from: 'not_discussed', to: 'completed' },
      ...[people.olga.user, id('u', 99), people.abel.user].map((assignee) => ({
        kind: 'assign_item',
        id: `${finding}-PA`,
        assignee,
      })),
    ];
    for (const [seq, intent] of intents.entries()) marta.intent(SESSION, seq, intent);
    await marta.until(() => marta.answers.length === intents.length);
    expect(marta.answers.map(({ outcome }) => (outcome.ok ? 'ok' : outcome.code))).toEqual([
      ...Array<string>(4).fill('ok'),
      'assignee_not_in_team',
      'assignee_not_in_team',
      'ok',
    ]);
  });
});
