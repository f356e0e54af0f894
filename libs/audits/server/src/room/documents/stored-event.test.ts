import { describe, expect, it } from 'vitest';
import type { AuditId } from '@cotejo/audits-contracts';
import { createAuditModel, type Slice } from '@cotejo/audits-domain';
import type { NewEvent, RecordedEvent } from '@cotejo/event-store';
import { parseAuditEvent } from '../../read-models/parse-audit-event.ts';
import { AUDIT, createAudit, id, people, PROCESS, TestCluster } from '../cluster.fixture.ts';
import { newEvent, storedEvent } from './stored-event.ts';

const at = '2026-03-02T08:00:00.000Z';
const meta = { actor: people.marta.user, at };
const recorded = (type: string, schemaVersion: number, data: RecordedEvent['data']): RecordedEvent => ({
  id: id('e', 1),
  type,
  schemaVersion,
  data,
  meta,
  stream: `audit-${AUDIT}`,
  version: 5n,
  position: '6' as RecordedEvent['position'],
  recordedAt: '2026-03-02T08:00:00.000000Z',
  contentHash: '',
  link: '',
});

/** Event with three versions: `Rang` had a count, then a volume, and now a flag for loudness. */
const bell: Slice = {
  name: 'bell',
  intents: { ring: [] },
  events: {
    Rang: [({ times }) => ({ volume: Number(times) * 10 }), ({ volume }) => ({ loud: Number(volume) > 15 })],
  },
  rights: { ring: { asks: [] } },
  parse: () => ({ kind: 'ring' }),
  decide: () => ({ ok: true, events: [{ type: 'Rang', data: { loud: true } }] }),
  evolve: (state, { data }) => [...((state ?? []) as unknown[]), data['loud']],
  freeze: (state) => state,
  thaw: (json) => json,
};

describe('an event of the log', () => {
  const { events } = createAuditModel([bell]);

  it('48 of an old version is folded as the newest', () => {
    expect(storedEvent(recorded('Rang', 1, { times: 2 }), events).data).toEqual({ loud: true });
    expect(storedEvent(recorded('Rang', 2, { volume: 10 }), events).data).toEqual({ loud: false });
  });

  it('is written in the newest version of its type', () => {
    expect(newEvent(id('e', 1), { type: 'Rang', data: { loud: true } }, meta, events).schemaVersion).toBe(3);
  });

  it.each([
    ['a type of nobody', recorded('SomethingNew', 1, {})],
    ['a newer version of the kernel’s own', recorded('TreeItemRestored', 2, { id: PROCESS })],
  ])('that is %s stops whoever reads it, rooms and projectors alike', (_, event) => {
    expect(() => storedEvent(event, events)).toThrow('newer version of the program');
    expect(() => parseAuditEvent(event)).toThrow('newer version of the program');
  });
});

describe('a room whose log holds old versions', () => {
  it('48 folds them in the newest, live, loaded anew and in the past', async () => {
    const cluster = new TestCluster();
    const model = createAuditModel([bell]);
    const node = await cluster.start({ model });
    await createAudit(node.rooms);
    const room = await node.rooms.room(AUDIT);
    const rang: NewEvent[] = [
      { id: id('e', 1), type: 'Rang', schemaVersion: 1, data: { times: 1 }, meta },
      { id: id('e', 2), type: 'Rang', schemaVersion: 2, data: { volume: 20 }, meta },
    ];
    await cluster.store.append({ stream: `audit-${AUDIT}`, expected: 4n, events: rang });
    const marta = cluster.directory.principal('marta');
    await node.rooms.submit(AUDIT, marta, [{ intent: { kind: 'ring' }, base: 4 }]);
    await expect.poll(() => room?.state.slice('bell')).toEqual([false, true, true]);
    const written = await node.rooms.history.at(AUDIT as AuditId, 'now');
    expect(written.state.slice('bell')).toEqual([false, true, true]);
    await node.crash();
    const other = await cluster.start({ model });
    expect((await other.rooms.room(AUDIT))?.state.slice('bell')).toEqual([false, true, true]);
    const types = [];
    for await (const { schemaVersion } of cluster.store.read(`audit-${AUDIT}`, { from: 5n }))
      types.push(schemaVersion);
    expect(types).toEqual([1, 2, 3]);
    await cluster.stop();
  });

  it('of a newer program is closed, whoever asks, and nothing is skipped', async () => {
    const cluster = new TestCluster();
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    const event = { id: id('e', 1), type: 'TreeItemRestored', schemaVersion: 2, data: { id: PROCESS }, meta };
    await cluster.store.append({ stream: `audit-${AUDIT}`, expected: 4n, events: [event] });
    expect(await marta.closed()).toBe(1013);
    expect(await node.connect('marta').closed()).toBe(1013);
    const refused = { code: 'upgrade_in_progress', status: 503 };
    const principal = cluster.directory.principal('marta');
    const intent = { kind: 'delete_item', id: PROCESS };
    await expect(node.rooms.submit(AUDIT, principal, [{ intent, base: 4 }])).rejects.toMatchObject(refused);
    await expect(node.rooms.history.at(AUDIT as AuditId, 'now')).rejects.toMatchObject(refused);
    // Versions before the unknown event remain readable.
    expect((await node.rooms.history.at(AUDIT as AuditId, { version: 4 })).version).toBe(4);
    await cluster.stop();
  });
});

describe('an intent that lay in an outbox for long', () => {
  it('is judged as it would be asked today, and answered the same when it is sent again', async () => {
    const cluster = new TestCluster();
    const seen: unknown[] = [];
    const model = createAuditModel([
      {
        ...bell,
        intents: { ring: [({ times }) => ({ loud: Number(times) > 1 })] },
        parse: (raw) => {
          seen.push(raw);
          return typeof raw === 'object' && raw !== null && 'loud' in raw ? { kind: 'ring' } : null;
        },
      },
    ]);
    const node = await cluster.start({ model });
    await createAudit(node.rooms);
    const marta = await node.connect('marta').synced();
    const frame = { t: 'intent', session: id('o', 1), base: 4 } as const;
    marta.send({ ...frame, seq: 0, intent: { kind: 'ring', times: 2 } });
    marta.send({ ...frame, seq: 1, schema: 2, intent: { kind: 'ring', loud: true } });
    marta.send({ ...frame, seq: 2, schema: 3, intent: { kind: 'ring', volume: 9 } });
    await marta.until(() => marta.answers.length === 3);
    marta.send({ ...frame, seq: 0, intent: { kind: 'ring', times: 2 } });
    await marta.until(() => marta.answers.length === 4);
    const outcomes = [{ ok: true }, { ok: true }, { ok: false, code: 'upgrade_in_progress' }, { ok: true }];
    expect(marta.answers.map(({ outcome }) => outcome)).toEqual(outcomes);
    // Upcast on entry and before the decision; rules never see its old shape.
    for (const raw of seen) expect(raw).toEqual({ kind: 'ring', loud: true });
    expect(seen.length).toBeGreaterThan(3);
    await cluster.stop();
  });
});

describe('what not every node can read yet', () => {
  it('is not written: the intent is refused, alone, until they can', async () => {
    const cluster = new TestCluster();
    let everyone = false;
    const isReadable = (type: string, schemaVersion: number) =>
      type !== 'Rang' || schemaVersion < 3 || everyone;
    const node = await cluster.start({ model: createAuditModel([bell]), isReadable });
    await createAudit(node.rooms);
    const marta = cluster.directory.principal('marta');
    const ring = { intent: { kind: 'ring' }, base: 4 };
    const rename = { intent: { kind: 'rename_item', id: PROCESS, name: 'Pagos' }, base: 4 };
    const { outcomes } = await node.rooms.submit(AUDIT, marta, [ring, rename]);
    expect(outcomes).toEqual([{ ok: false, code: 'upgrade_in_progress' }, { ok: true }]);
    everyone = true;
    expect((await node.rooms.submit(AUDIT, marta, [ring])).outcomes).toEqual([{ ok: true }]);
    await cluster.stop();
  });

  it('begins no audit: its whole stream would be closed to the nodes that cannot', async () => {
    const cluster = new TestCluster();
    let everyone = false;
    const node = await cluster.start({ isReadable: (type) => type !== 'TreeItemCreated' || everyone });
    await expect(createAudit(node.rooms)).rejects.toMatchObject({ code: 'upgrade_in_progress' });
    await expect(node.rooms.history.at(AUDIT as AuditId, 'now')).rejects.toMatchObject({
      code: 'audit_not_found',
    });
    everyone = true;
    expect(await createAudit(node.rooms)).toMatchObject({ created: true });
    await cluster.stop();
  });
});
