import 'fake-indexeddb/auto';
import { ITEMS_MAP, type KernelIntent } from '@cotejo/audits-contracts';
import { unsentWork, wipeCaches, type Channels, type Locks } from '@cotejo/rooms/client';
import { simulatedChannels } from '@cotejo/rooms/testing';
import { IDBFactory } from 'fake-indexeddb';
import { createStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { modernPartsOf } from './tray/intent-parts.ts';
import { bindSession, savingAtom, trayGroupsAtom, type Saving } from './session-atoms.ts';
import { auditId, item, person, personId, TestAudit, type Seat } from './test-audit.fixture.ts';
import { entriesOf } from './tray/tray-groups.ts';

let audit: TestAudit;
let seats: Seat[];
let locks: Locks;
let channels: Channels;

beforeEach(() => {
  // IndexedDB relies on real event-loop turns, so only these timers are faked.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('indexedDB', new IDBFactory());
  audit = new TestAudit();
  seats = [];
  locks = oneBrowsersLocks();
  channels = simulatedChannels();
});
afterEach(async () => {
  for (const seat of [...seats]) await close(seat);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Web Locks of one browser: a lock is held until its page closes and then passes to the next in line. */
function oneBrowsersLocks(): Locks {
  const lines = new Map<string, Promise<unknown>>();
  const request = (name: string, options: LockOptions, run: () => Promise<unknown>) => {
    const before = lines.get(name) ?? Promise.resolve();
    const turn = before.then(() => (options.signal?.aborted ? undefined : run()));
    lines.set(name, turn);
    return turn;
  };
  return { request: request as unknown as Locks['request'] };
}

const turns = async () => {
  for (let n = 0; n < 12; n++) {
    await vi.advanceTimersByTimeAsync(0);
    await new Promise((resolve) => setImmediate(resolve));
  }
};
const settle = () => audit.deliver(seats, turns);

/** Another tab of the same user in the same browser, online or offline. */
async function tab(isOnline = true): Promise<Seat> {
  const opening = audit.seat(1, { browser: { store: undefined, locks, channels } });
  const waited = vi.waitFor(() => opening, { interval: 1 });
  await turns();
  await vi.advanceTimersByTimeAsync(200);
  const seat = await waited;
  if (!isOnline) seat.network.cut();
  seats.push(seat);
  await settle();
  return seat;
}
async function close(seat: Seat): Promise<void> {
  seats = seats.filter((one) => one !== seat);
  const closing = seat.session.close();
  await turns();
  await closing;
}
const rename = (n: number, name: string): KernelIntent => ({ kind: 'rename_item', id: item(n), name });
const create = (n: number, parent: number, name = `Paso ${n}`): KernelIntent => ({
  kind: 'create_item',
  id: item(n),
  type: 'step',
  parent: item(parent),
  name,
});
const name = ({ session }: Seat, n: number) => session.view.get(item(n))?.name;

describe('work without a network', () => {
  it('is there again after a reload, over what was cached, and is done once when the network is back', async () => {
    const before = await tab();
    await vi.advanceTimersByTimeAsync(5_000);
    await turns();
    before.network.cut();
    before.session.actTogether([create(10, 3), create(11, 3), rename(11, 'Último')]);
    before.session.act(rename(2, 'Abastecimiento'));
    await close(before);
    const after = await tab(false);
    expect([name(after, 11), name(after, 2), after.session.unsentCount]).toEqual([
      'Último',
      'Abastecimiento',
      2,
    ]);
    after.network.heal();
    await settle();
    expect([after.session.pendingCount, audit.judged.length]).toEqual([0, 2]);
    expect(audit.state.get(item(11))?.name).toBe('Último');
    expect(await unsentWork(personId(1))).toEqual([]);
  });

  it('of a tab that is closed goes on in one that is open', async () => {
    const [one, two] = [await tab(), await tab()];
    one.network.cut();
    one.session.act(create(10, 3, 'De la primera'));
    await turns();
    expect(two.session.view.get(item(10))).toBeUndefined();
    await close(one);
    await settle();
    expect(audit.state.get(item(10))?.name).toBe('De la primera');
    expect([two.session.pendingCount, audit.judged.length]).toEqual([0, 1]);
  });

  it('is what signing out would lose, and is gone after it', async () => {
    const ana = await tab();
    ana.network.cut();
    ana.session.act(rename(2, 'Sin enviar'));
    await turns();
    expect(await unsentWork(personId(1))).toEqual([{ room: `audit/${auditId}`, intents: 1, refused: 0 }]);
    expect(ana.session.localOnlyCount).toBe(1);
    await close(ana);
    const wiping = wipeCaches(personId(1));
    await turns();
    await wiping;
    const later = await tab(false);
    expect([later.session.baseVersion, later.session.unsentCount]).toEqual([-1, 0]);
  });
});

describe('the tray', () => {
  /** A step created offline below an item that another user deleted, with entries that depend on it. */
  const refused = async () => {
    const ana = await tab();
    ana.network.cut();
    audit.does(person(2), { kind: 'delete_item', id: item(3) });
    ana.session.act(create(10, 3));
    ana.session.act(rename(10, 'Otro nombre'));
    ana.session.actTogether([rename(2, 'Compras y más'), rename(10, 'Y otro')]);
    ana.network.heal();
    await settle();
    return ana;
  };

  it('keeps what hangs together over a reload, and makes it again as one', async () => {
    const before = await refused();
    await close(before);
    const ana = await tab();
    const store = createStore();
    const unbind = bindSession(store, ana.session);
    const [group, ...others] = store.get(trayGroupsAtom);
    expect(others).toEqual([]);
    expect(group).toMatchObject({
      cause: { code: 'parent_deleted', intent: { kind: 'create_item' } },
      dependants: [{ intent: { kind: 'rename_item' } }, { intent: { kind: 'batch' } }],
    });
    expect(ana.session.reapplyAll(entriesOf(group!))).toMatchObject({
      ok: false,
      rejection: { code: 'parent_deleted', params: { part: 0 } },
    });
    expect(ana.session.tray).toHaveLength(3);
    ana.session.act({ kind: 'restore_item', id: item(3) });
    expect(ana.session.reapplyAll(entriesOf(group!))).toMatchObject({ ok: true, created: [item(10)] });
    expect([ana.session.tray.length, name(ana, 10), name(ana, 2)]).toEqual([0, 'Y otro', 'Compras y más']);
    ana.session.undo();
    expect([ana.session.view.get(item(10))?.deleted === null, name(ana, 2)]).toEqual([false, 'Compras']);
    await settle();
    expect([ana.session.tray.length, audit.state.get(item(2))?.name]).toEqual([0, 'Compras']);
    unbind();
  });

  it('counts for what signing out would lose', async () => {
    const ana = await refused();
    expect([ana.session.unsentCount, ana.session.localOnlyCount]).toEqual([0, 3]);
  });
});

describe('what the header says', () => {
  it('is true at every moment', async () => {
    const ana = await tab(false);
    const store = createStore();
    const unbind = bindSession(store, ana.session);
    const said = () => store.get(savingAtom);
    const saying = (more: Partial<Saving>): Saving => ({
      state: 'online',
      code: null,
      unsent: 0,
      pending: 0,
      kept: 'none',
      rejected: 0,
      ...more,
    });
    expect(said()).toEqual(saying({ state: 'offline' }));
    ana.network.heal();
    await settle();
    expect(said()).toEqual(saying({}));
    ana.session.act(rename(2, 'Uno'));
    expect(said()).toEqual(saying({ state: 'saving', unsent: 1, pending: 1, kept: 'here' }));
    await settle();
    expect(said()).toEqual(saying({}));
    ana.network.cut();
    ana.session.act(rename(6, 'Tarde'));
    audit.does(person(2), { kind: 'delete_item', id: item(3) });
    expect(said()).toEqual(saying({ state: 'offline', unsent: 1, pending: 1, kept: 'here' }));
    ana.network.heal();
    await settle();
    expect(said()).toEqual(saying({ rejected: 1 }));
    for (const socket of [...audit.sockets]) socket.end(4403);
    await turns();
    expect(said()).toEqual(saying({ state: 'refused', code: 4403, rejected: 1 }));
    unbind();
  });

  it('does not promise that work survives where nothing is stored', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const ana = await tab();
    const store = createStore();
    const unbind = bindSession(store, ana.session);
    expect(store.get(savingAtom).kept).toBe('none');
    ana.network.cut();
    ana.session.act(rename(2, 'Uno'));
    expect(store.get(savingAtom)).toMatchObject({ state: 'offline', unsent: 1, kept: 'nowhere' });
    unbind();
  });
});

describe('a base that can’t be read', () => {
  it('is thrown away and fetched anew, and what was made over it stays', async () => {
    const ana = await tab();
    ana.network.cut();
    ana.session.act(rename(2, 'Pendiente'));
    // Simulates a corrupt cache.
    ana.session.connection.base.getMap(ITEMS_MAP).set(item(5), { type: 'nonsense' });
    await turns();
    expect(ana.session.connection.version).toBe(-1);
    ana.network.heal();
    await settle();
    expect(ana.session.baseVersion).toBe(audit.version);
    expect([name(ana, 2), name(ana, 5)]).toEqual(['Pendiente', 'Doble aprobación']);
    expect(audit.state.get(item(2))?.name).toBe('Pendiente');
  });
});

describe('what an outbox of a release of before holds', () => {
  it('is read as it is put today, also the parts of a batch', () => {
    const model = {
      modern: (envelope: { intent: { kind: string }; schemaVersion?: number }) =>
        envelope.intent.kind === 'rename_item' && envelope.schemaVersion === 1
          ? { ...envelope, intent: { ...envelope.intent, name: 'nuevo' } }
          : envelope,
    } as unknown as Parameters<typeof modernPartsOf>[0];
    const old = { kind: 'rename_item', id: item(1), title: 'viejo' };
    expect(modernPartsOf(model, { intent: old, base: 3 })).toEqual([{ ...old, name: 'nuevo' }]);
    const parts = [
      { schema: 1, intent: old },
      { schema: 2, intent: rename(2, 'x') },
    ];
    expect(modernPartsOf(model, { intent: { kind: 'batch', parts }, base: 3 })).toEqual([
      { ...old, name: 'nuevo' },
      rename(2, 'x'),
    ]);
  });
});
