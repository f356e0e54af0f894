import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ACCOUNT,
  AUDIT,
  arrayOf,
  createAudit,
  id,
  people,
  PROCESS,
  recordIn,
  TestCluster,
} from './cluster.fixture.ts';

let cluster: TestCluster;

beforeEach(() => {
  cluster = new TestCluster();
});

afterEach(() => cluster.stop());

describe('entering an audit', () => {
  it.each([
    ['an audit that does not exist', 'marta', id('a', 9), 4404],
    ['an id that is no id', 'marta', 'x', 4404],
    ['an audit of another account', 'olga', AUDIT, 4404],
    ['a person whose role does not see plans', 'abel', AUDIT, 4403],
  ] as const)('closes on %s', async (_case, name, audit, code) => {
    const node = await cluster.startWithAudit();
    expect(await node.connect(name, { audit }).closed()).toBe(code);
  });

  it('gives the team mode edit and guests mode read, with the person as the directory names them', async () => {
    const node = await cluster.startWithAudit();
    const [marta, gil] = await Promise.all([node.connect('marta').synced(), node.connect('gil').synced()]);
    expect(marta.frames[0]).toMatchObject({
      mode: 'edit',
      version: 4,
      user: { id: people.marta.user, name: 'marta Prueba', initials: 'MA' },
    });
    expect(gil.frames[0]).toMatchObject({ mode: 'read' });
    expect(recordIn(gil.document, PROCESS)?.name).toBe('Compras');
  });

  it.each([
    ['closed', 'edit', 'read'],
    ['cancelled', 'read', 'read'],
  ])(
    'of a %s audit the mode is %s for the team, for follow-up goes on in it, and %s for guests',
    async (to, mine, theirs) => {
      const node = await cluster.start();
      await createAudit(node.rooms, undefined, [
        { type: 'AuditStatusChanged', data: { from: 'not_started', to, closedOn: null } },
      ]);
      const [marta, gil] = await Promise.all([node.connect('marta').synced(), node.connect('gil').synced()]);
      expect([marta, gil].map(({ frames: [hello] }) => hello)).toMatchObject([
        { mode: mine },
        { mode: theirs },
      ]);
    },
  );

  it('hides an audit whose import was given up, also from those who are in it', async () => {
    const node = await cluster.start();
    const operation = id('p', 1);
    await createAudit(node.rooms);
    const imported = id('a', 2);
    const source = { kind: 'oscal', key: 'k', title: 't', version: null };
    const { marta } = people;
    const [first] = await arrayOf(cluster.store.read(`audit-${AUDIT}`, { limit: 1 }));
    const born = { type: 'AuditCreated', data: { ...first?.data, audit: imported, source } };
    const started = { type: 'OperationStarted', data: { operation, what: 'import', by: marta.user } };
    await node.rooms.create(imported, [born, started], { actor: marta.user, account: ACCOUNT });
    const inside = await node.connect('marta', { audit: imported }).synced();
    const discard = { intent: { kind: 'discard_operation', operation }, base: 1 };
    await node.rooms.submit(imported, cluster.directory.principal('marta'), [discard]);
    expect(await inside.closed()).toBe(4404);
    expect(await node.connect('marta', { audit: imported }).closed()).toBe(4404);
    await node.rooms.stop();
    const other = await cluster.start();
    expect(await other.connect('marta', { audit: imported }).closed()).toBe(4404);
  });
});
