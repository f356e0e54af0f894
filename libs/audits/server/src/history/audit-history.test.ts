import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountId, UserId } from '@cotejo/access-contracts';
import { auditId, type AuditId } from '@cotejo/audits-contracts';
import { AuditState, createAuditModel } from '@cotejo/audits-domain';
import {
  microsFromIso,
  type EventStore,
  type JsonValue,
  type RecordedEvent,
  type Snapshot,
} from '@cotejo/event-store';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import { InventedAudit, seeded } from '../read-models/invented-history.fixture.ts';
import { storedEvent } from '../room/documents/stored-event.ts';
import { AuditHistory } from './audit-history.ts';
import { writeLongAudit, type LongAudit } from './long-audit.fixture.ts';
import { stateOfSnapshot, historySnapshotOf, historySnapshotVersionOf } from './history-snapshot.ts';

const model = createAuditModel();
const HISTORY = 25;
const EVENTS = 1_200;

interface Given {
  readonly store: EventStore;
  readonly audit: LongAudit;
  readonly log: readonly RecordedEvent[];
}

/** An audit whose clock jumps every few events, also backwards. */
async function givenAudit(seed: number, jumps: readonly number[]): Promise<Given> {
  let clock = Date.UTC(2026, 0, 5);
  let told = 0;
  const store = createMemoryEventStore({ now: () => new Date((clock += jumps[told++ % jumps.length] ?? 1)) });
  const audit = await writeLongAudit(store, { events: EVENTS, items: 60, batch: 7, random: seeded(seed) });
  const log: RecordedEvent[] = [];
  for await (const event of store.read(`audit-${audit.id}`)) log.push(event);
  return { store, audit, log };
}

/** State after the first `version` + 1 events, folded from the beginning. */
function folded(log: readonly RecordedEvent[], version: number): unknown {
  const state = new AuditState();
  for (const event of log.slice(0, version + 1)) model.evolve(state, storedEvent(event));
  return state.freeze();
}

const openHistory = (store: EventStore): AuditHistory =>
  new AuditHistory({ store, model, snapshotEvery: HISTORY });

describe('an audit as it was', () => {
  it('at any version is the fold of the events up to it, whatever snapshots there are', async () => {
    const { store, audit, log } = await givenAudit(7, [1]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: EVENTS - 1 }), async (version) => {
        const history = openHistory(store);
        const past = await history.at(audit.id, { version });
        expect(past).toMatchObject({ version, head: EVENTS - 1, at: log[version]?.recordedAt });
        expect(past.state.freeze()).toEqual(folded(log, version));
        await history.settled();
      }),
      { numRuns: 40, seed: 3 },
    );
    expect(await store.snapshots.list(`audit-${audit.id}`)).not.toEqual([]);
  });

  it('at any moment is the last version recorded at or before it, also where clocks went back', async () => {
    const jumps = fc.array(fc.integer({ min: -5_000, max: 5_000 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        jumps,
        fc.array(fc.nat(EVENTS - 1), { minLength: 5 }),
        async (seed, by, ats) => {
          const { store, audit, log } = await givenAudit(seed, by);
          const history = openHistory(store);
          for (const [index, at] of ats.entries()) {
            const moment = microsFromIso(log[at]?.recordedAt ?? '') + BigInt(index % 3) - 1n;
            const expected = log.findLastIndex(({ recordedAt }) => microsFromIso(recordedAt) <= moment);
            const past = history.at(audit.id, { moment });
            if (expected < 0)
              await expect(past).rejects.toMatchObject({ code: 'not_created_yet', status: 404 });
            else expect(await past).toMatchObject({ version: expected });
          }
          await history.settled();
        },
      ),
      { numRuns: 6, seed: 11 },
    );
  });

  it('now is the newest version, and so is a moment yet to come', async () => {
    const { store, audit } = await givenAudit(1, [1]);
    const history = openHistory(store);
    const soon = BigInt(Date.UTC(2100, 0)) * 1_000n;
    expect(await history.at(audit.id, 'now')).toMatchObject({ version: EVENTS - 1 });
    expect(await history.at(audit.id, { moment: soon })).toMatchObject({ version: EVENTS - 1 });
  });

  it('is refused beyond the newest version, before its creation, and for no audit at all', async () => {
    const { store, audit } = await givenAudit(1, [1]);
    const history = openHistory(store);
    await expect(history.at(audit.id, { version: EVENTS })).rejects.toMatchObject({
      code: 'version_not_reached',
      status: 404,
      options: { details: { head: EVENTS - 1 } },
    });
    await expect(history.at(audit.id, { moment: 0n })).rejects.toMatchObject({ code: 'not_created_yet' });
    const nobody: AuditId = auditId.parse(crypto.randomUUID());
    await expect(history.at(nobody, 'now')).rejects.toMatchObject({ code: 'audit_not_found' });
  });

  it('is the same fold whatever was looked at before, and stays what it was for who looks at it', async () => {
    const { store, audit, log } = await givenAudit(9, [1]);
    const way = fc.array(fc.integer({ min: 0, max: EVENTS - 1 }), { minLength: 2, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(way, async (versions) => {
        const history = openHistory(store);
        const seen = [];
        for (const version of versions) seen.push(await history.at(audit.id, { version }));
        for (const { state, version } of seen) expect(state.freeze()).toEqual(folded(log, version));
        await history.settled();
      }),
      { numRuns: 25, seed: 4 },
    );
  });

  it('is read once for two who want it, or one just before it, at the same time', async () => {
    const { store, audit, log } = await givenAudit(2, [1]);
    const history = openHistory(store);
    const snapshots = vi.spyOn(store.snapshots, 'latest');
    const asked = [900, 899, 900].map((version) => history.at(audit.id, { version }));
    for (const { state, version } of await Promise.all(asked))
      expect(state.freeze()).toEqual(folded(log, version));
    expect(snapshots).toHaveBeenCalledOnce();
  });

  it('is kept for a while: one just before needs no snapshot, and one read lately nothing at all', async () => {
    const { store, audit } = await givenAudit(2, [1]);
    const history = openHistory(store);
    await history.at(audit.id, { version: 900 });
    await history.settled();
    const snapshots = vi.spyOn(store.snapshots, 'latest');
    const events = vi.spyOn(store, 'read');
    expect(history.recall(audit.id, 900)?.version).toBe(900);
    expect(history.recall(audit.id, 899)).toBeNull();
    await history.at(audit.id, { version: 899 });
    expect(snapshots).not.toHaveBeenCalled();
    expect(events).toHaveBeenCalledOnce();
    await history.at(audit.id, { version: 900 });
    expect(events).toHaveBeenCalledOnce();
  });
});

const NO_DATES = { startDate: null, endDate: null };

describe('a snapshot', () => {
  it('holds all of a state, whatever happened to it', async () => {
    const people = Array.from({ length: 3 }, () => crypto.randomUUID() as UserId);
    const invented = new InventedAudit(createMemoryEventStore(), crypto.randomUUID() as AccountId, people);
    await (await invented.begin('AUD-2026-001')).wander(seeded(21), 400);
    const { state } = invented;
    const [id = expect.fail('no item')] = invented.items;
    await invented.append([
      { type: 'TreeItemRecoded', data: { id, code: 'Z-1', from: null } },
      { type: 'FindingTreatmentChosen', data: { id, treatment: 'none', from: null } },
      { type: 'TreeItemScheduled', data: { id, startDate: '2026-02-01', endDate: null, from: NO_DATES } },
      { type: 'ItemValuesSet', data: { id, values: { isKey: true }, from: { isKey: null }, overwrote: {} } },
      { type: 'ItemStatusChanged', data: { id, from: 'in_progress', to: 'completed' } },
    ]);
    const node = state.get(id);
    if (node) state.put({ ...node, changedBefore: 3 });
    expect(node).toMatchObject({ values: { isKey: true }, signatures: [{ mark: 'completed' }] });
    const fields = new Set([...state.nodes()].flatMap((node) => Object.keys(node.fields)));
    expect([...fields].sort()).toEqual([
      'assignee',
      'code',
      'created',
      'dates',
      'name',
      'place',
      'risk',
      'status',
      'treatment',
      'v:impact',
      'v:isKey',
      'v:probability',
    ]);
    const write = historySnapshotOf(model, invented.id, state, 'ab');
    const before = JSON.parse(JSON.stringify(state.freeze())) as JsonValue;
    await invented.wander(seeded(22), 50);
    const stood = await stateOfSnapshot(model, await write());
    expect(JSON.parse(JSON.stringify(stood.freeze()))).toEqual(before);
    expect(stood.freeze()).not.toEqual(state.freeze());
  });

  it('is not written of a state that it could not hold', async () => {
    const { store, audit } = await givenAudit(3, [1]);
    const { state } = await openHistory(store).at(audit.id, 'now');
    const [node] = [...state.nodes()];
    if (!node) throw new Error('no node');
    state.put({ ...node, fields: { ...node.fields, weight: 7 } });
    await expect(historySnapshotOf(model, audit.id, state, 'ab')()).rejects.toThrow('no column');
  });
});

describe('the ladder', () => {
  let given: Given;
  beforeEach(async () => {
    given = await givenAudit(5, [1]);
    const history = openHistory(given.store);
    await history.at(given.audit.id, 'now');
    await history.settled();
  });

  /** Number of events read for an answer. */
  async function readFor(version: number): Promise<number> {
    let read = 0;
    const counting = new Proxy(given.store, {
      get(target, key) {
        if (key !== 'read') return Reflect.get(target, key) as unknown;
        return async function* (...args: Parameters<EventStore['read']>) {
          for await (const event of target.read(...args)) {
            read++;
            yield event;
          }
        };
      },
    });
    await openHistory(counting).at(given.audit.id, { version });
    return read;
  }

  it('put in once, spares reading more than a snapshot’s worth of events', async () => {
    for (const version of [30, 555, 900, EVENTS - 1])
      expect(await readFor(version)).toBeLessThanOrEqual(HISTORY + 1);
    const before = await given.store.snapshots.list(`audit-${given.audit.id}`);
    const again = openHistory(given.store);
    await again.at(given.audit.id, 'now');
    await again.settled();
    expect(await given.store.snapshots.list(`audit-${given.audit.id}`)).toEqual(before);
  });

  it('is put in while one folds, who goes no further than the snapshot that is being written', async () => {
    const { store, audit } = await givenAudit(6, [1]);
    const save = store.snapshots.save.bind(store.snapshots);
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const saving = vi
      .spyOn(store.snapshots, 'save')
      .mockImplementation((snapshot) => gate.then(() => save(snapshot)));
    const evolve = vi.fn(model.evolve);
    const history = new AuditHistory({ store, model: { ...model, evolve }, snapshotEvery: HISTORY });
    const past = history.at(audit.id, 'now');
    await vi.waitFor(() => expect(saving).toHaveBeenCalled());
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(evolve.mock.calls.length).toBeLessThanOrEqual(2 * HISTORY);
    open();
    await past;
    const snapshots = await store.snapshots.list(`audit-${audit.id}`);
    expect(snapshots.length).toBeGreaterThanOrEqual(EVENTS / HISTORY - 2);
  });

  it.each<[string, (snapshot: Snapshot, log: readonly RecordedEvent[]) => Snapshot]>([
    ['whose link is not the log’s', (snapshot) => ({ ...snapshot, link: 'ab'.repeat(32) })],
    ['that is no state', (snapshot) => ({ ...snapshot, state: { rest: 'bm8=', nodes: [] } })],
    ['that is nothing', (snapshot) => ({ ...snapshot, state: null })],
    [
      'that is cut off',
      (snapshot) => ({ ...snapshot, state: { ...(snapshot.state as object), nodes: ['H4sIAAAA'] } }),
    ],
    ['of another version', (snapshot) => ({ ...snapshot, version: snapshot.version + 1n })],
    [
      'of another version, whose link it names',
      (snapshot, log) => ({
        ...snapshot,
        version: snapshot.version + 1n,
        link: log[Number(snapshot.version) + 1]?.link ?? '',
      }),
    ],
  ])('49 a snapshot %s is taken away, and the one below it serves', async (_, spoil) => {
    const { store, audit, log } = given;
    const stream = `audit-${audit.id}`;
    const stateVersion = historySnapshotVersionOf(model);
    const snapshot = await store.snapshots.latest(stream, stateVersion, 950n);
    if (!snapshot) throw new Error('no snapshot');
    await store.snapshots.drop(stream, [snapshot]);
    const spoilt = spoil(snapshot, log);
    await store.snapshots.save(spoilt);
    const past = await openHistory(store).at(audit.id, { version: 950 });
    expect(past.state.freeze()).toEqual(folded(log, 950));
    expect(await store.snapshots.list(stream)).not.toContainEqual({ stateVersion, version: spoilt.version });
  });

  it('49 snapshots of another shape of states are not looked at', async () => {
    const { store, audit, log } = given;
    const other = { ...model, stateVersion: model.stateVersion + 1 };
    const past = await new AuditHistory({ store, model: other }).at(audit.id, { version: 900 });
    expect(past.state.freeze()).toEqual(folded(log, 900));
  });

  it('may be lost at any time', async () => {
    const { store, audit, log } = given;
    const stream = `audit-${audit.id}`;
    await store.snapshots.drop(stream, await store.snapshots.list(stream));
    const past = await openHistory(store).at(audit.id, { version: 777 });
    expect(past.state.freeze()).toEqual(folded(log, 777));
  });
});
