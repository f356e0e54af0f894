import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Network } from './network.ts';
import { memoryOutboxStore } from './outbox-store.ts';
import { Outbox } from './outbox.ts';
import type { Peer } from './peers.ts';
import { createRoomConnection, ROOM_REVOKED, RoomConnection } from './room-connection.ts';
import { startTestRoom, type TestRoom } from '../testing/pairs-room.fixture.ts';
import { unsentWork, wipeCaches } from './wipe-caches.ts';

let room: TestRoom;
let id: string;
let open: RoomConnection[];

beforeEach(async () => {
  room = await startTestRoom();
  id = randomUUID();
  open = [];
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  await room.stop();
});

interface Client {
  readonly connection: RoomConnection;
  readonly network: { goOffline(): void; goOnline(): void };
  readonly tickets: () => number;
}

async function enter(
  user: string,
  options: { memory?: boolean; tickets?: () => string | null } = {},
): Promise<Client> {
  const outbox = await Outbox.open({
    user,
    room: `pairs/${id}`,
    locks: null,
    ...(options.memory ? { store: memoryOutboxStore() } : {}),
  });
  const online = new Set<() => void>();
  const offline = new Set<() => void>();
  let isOffline = false;
  const network: Network = {
    isOffline: () => isOffline,
    onOnline: (listener) => (online.add(listener), () => online.delete(listener)),
    onOffline: (listener) => (offline.add(listener), () => offline.delete(listener)),
  };
  let tickets = 0;
  const connection = createRoomConnection({
    url: room.url,
    kind: 'pairs',
    id,
    user,
    outbox,
    network,
    WebSocket: room.WebSocket,
    random: () => 0,
    getTicket: async () => (options.tickets ? options.tickets() : `${user}.${++tickets}`),
  });
  open.push(connection);
  await connection.open();
  return {
    connection,
    tickets: () => tickets,
    network: {
      goOffline: () => ((isOffline = true), offline.forEach((listener) => listener())),
      goOnline: () => ((isOffline = false), online.forEach((listener) => listener())),
    },
  };
}

const leave = async (connection: RoomConnection) => {
  open = open.filter((one) => one !== connection);
  await connection.close();
};
const set = (client: Client, key: string, value: string) =>
  client.connection.submit({ kind: 'set', key, value }, key);
const shown = (client: Client, key: string) => client.connection.base.getMap('pairs').get(key);
const until = (check: () => void) => vi.waitFor(check, { interval: 5 });
const isOnline = (client: Client) => until(() => expect(client.connection.status.state).toBe('online'));
const isDrained = (client: Client) => until(() => expect(client.connection.pendingCount).toBe(0));

describe('a room connection', () => {
  it('shows what one client did to the other, at the version that the server gave it', async () => {
    const [ana, luis] = [await enter('ana'), await enter('luis')];
    await Promise.all([isOnline(ana), isOnline(luis)]);
    set(ana, 'a', '1');
    await isDrained(ana);
    await until(() => expect(shown(luis, 'a')).toBe('1'));
    expect(ana.connection.version).toBe(1);
    expect(luis.connection.version).toBe(1);
  });

  it('drops an intent only once the base holds the version of its answer', async () => {
    const ana = await enter('ana');
    await isOnline(ana);
    const seen: unknown[] = [];
    ana.connection.outbox.onSettled((settled) => {
      for (const { entry } of settled)
        seen.push([entry.answer?.version, ana.connection.version, shown(ana, 'a')]);
    });
    for (let n = 1; n <= 20; n++) set(ana, 'a', String(n));
    await isDrained(ana);
    expect(seen).toHaveLength(20);
    for (const [answered, held, value] of seen as [number, number, string][]) {
      expect(held).toBeGreaterThanOrEqual(answered);
      expect(Number(value)).toBeGreaterThanOrEqual(answered);
    }
  });

  it('sends work done offline in its order when the network returns', async () => {
    const ana = await enter('ana');
    await isOnline(ana);
    ana.network.goOffline();
    expect(ana.connection.status.state).toBe('offline');
    for (let n = 1; n <= 5; n++) set(ana, `k${n}`, 'x');
    room.write('other', 'meanwhile');
    ana.network.goOnline();
    await isDrained(ana);
    expect(room.received).toEqual(['k1=x', 'k2=x', 'k3=x', 'k4=x', 'k5=x']);
    expect(shown(ana, 'other')).toBe('meanwhile');
    expect(ana.connection.version).toBe(6);
  });

  it('has more work than fits on the wire at once, and loses none', async () => {
    const ana = await enter('ana', { memory: true });
    for (let n = 0; n < 1_700; n++) set(ana, `k${n}`, 'x');
    await isDrained(ana);
    expect(room.version).toBe(1_700);
    expect(room.received).toHaveLength(1_700);
  });

  it('keeps work that a node behind the log does not judge: pending, never in the tray', async () => {
    const ana = await enter('ana');
    await isOnline(ana);
    room.judges(false);
    set(ana, 'a', '1');
    await until(() => expect(ana.tickets()).toBeGreaterThan(1));
    expect([room.received, ana.connection.pendingCount, ana.connection.outbox.tray.length]).toEqual([
      [],
      1,
      0,
    ]);
    room.judges(true);
    await isDrained(ana);
    expect([room.received, shown(ana, 'a')]).toEqual([['a=1'], '1']);
  });

  it('resends what was not answered, and the server does it once', async () => {
    const ana = await enter('ana');
    await isOnline(ana);
    set(ana, 'a', '1');
    // The connection closes before the answer arrives.
    room.closeAll(1013);
    set(ana, 'b', '2');
    await isDrained(ana);
    expect(room.version).toBe(2);
    expect([room.value('a'), room.value('b')]).toEqual(['1', '2']);
  });

  it('puts refused work in the tray with its reason, until it is discarded', async () => {
    const ana = await enter('ana');
    set(ana, 'a', 'bad');
    await isDrained(ana);
    expect(ana.connection.outbox.tray).toMatchObject([
      { intent: { key: 'a', value: 'bad' }, code: 'bad_value', params: { key: 'a' }, label: 'a' },
    ]);
    await leave(ana.connection);
    const again = await enter('ana');
    expect(again.connection.outbox.tray).toHaveLength(1);
    again.connection.outbox.discard(again.connection.outbox.tray);
    await leave(again.connection);
    expect((await enter('ana')).connection.outbox.tray).toHaveLength(0);
  });

  it.each([
    ['for the server', 300_000],
    ['for any message', 1_100_000],
  ])('puts work that is too large %s in the tray, and goes on', async (_, length) => {
    const ana = await enter('ana');
    await isOnline(ana);
    set(ana, 'a', 'x'.repeat(length));
    set(ana, 'b', '1');
    await isDrained(ana);
    expect(ana.connection.outbox.tray.map(({ code }) => code)).toEqual(['intent_too_large']);
    expect([room.value('a'), room.value('b'), ana.tickets()]).toEqual([undefined, '1', 1]);
  });

  it('confirms the answers that it has stored', async () => {
    const ana = await enter('ana');
    for (let n = 0; n < 3; n++) set(ana, 'a', String(n));
    await isDrained(ana);
    await until(() =>
      expect(room.confirmed).toContainEqual({ session: ana.connection.outbox.session, upTo: 2 }),
    );
    expect(Math.max(...room.confirmed.map((one) => one.upTo))).toBe(2);
  });

  it('opens from its cache while there is no network, and then fetches the difference', async () => {
    const ana = await enter('ana');
    room.write('a', '1');
    await until(() => expect(shown(ana, 'a')).toBe('1'));
    await leave(ana.connection);
    room.write('b', '2');
    const offline = await enter('ana', {
      tickets: () => {
        throw new Error('no network');
      },
    });
    expect([offline.connection.version, shown(offline, 'a'), shown(offline, 'b')]).toEqual([
      1,
      '1',
      undefined,
    ]);
    await leave(offline.connection);
    const again = await enter('ana');
    await until(() => expect(shown(again, 'b')).toBe('2'));
    expect(again.connection.version).toBe(2);
  });

  it('keeps the caches of two people apart', async () => {
    room.write('a', '1');
    const ana = await enter('ana');
    await isOnline(ana);
    await leave(ana.connection);
    const luis = await enter('luis', {
      tickets: () => {
        throw new Error('no network');
      },
    });
    expect([luis.connection.version, shown(luis, 'a')]).toEqual([-1, undefined]);
  });

  it('drops a base of another document and keeps the outbox', async () => {
    const ana = await enter('ana');
    room.write('a', '1');
    await until(() => expect(shown(ana, 'a')).toBe('1'));
    const first = ana.connection.base;
    ana.network.goOffline();
    set(ana, 'b', '2');
    room.compact();
    ana.network.goOnline();
    await isDrained(ana);
    expect(ana.connection.base).not.toBe(first);
    expect([shown(ana, 'a'), shown(ana, 'b')]).toEqual(['1', '2']);
    await leave(ana.connection);
    // The old cache is gone too: the cached document is the new one.
    const offline = await enter('ana', { tickets: () => null });
    expect(shown(offline, 'b')).toBe('2');
  });

  it('drops a base whose history is not the server’s, though its document has the same name', async () => {
    const ana = await enter('ana');
    room.write('a', '1');
    await until(() => expect(shown(ana, 'a')).toBe('1'));
    room.rewrite();
    await until(() => expect(shown(ana, 'rewritten0')).toBe('x'));
    expect([shown(ana, 'a'), ana.connection.version]).toEqual([undefined, 1]);
  });

  it('notices that something was committed that it was not told of', async () => {
    const ana = await enter('ana');
    await isOnline(ana);
    const { base } = ana.connection;
    room.writeUnheard('a', '1');
    room.write('b', '2');
    await until(() => expect([shown(ana, 'a'), shown(ana, 'b')]).toEqual(['1', '2']));
    expect([ana.connection.version, ana.tickets()]).toEqual([2, 2]);
    // The held base was correct: only the difference is fetched.
    expect(ana.connection.base).toBe(base);
  });

  it('starts over after a restore, and tells of answered work that the server has forgotten', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const ana = await enter('ana');
    await isOnline(ana);
    const release = room.hold();
    set(ana, 'a', '1');
    room.write('x', '1');
    // The answer has version 2, while the base stays at 1, as if later changes were lost.
    await until(() => expect(shown(ana, 'x')).toBe('1'));
    const { outbox } = ana.connection;
    const entry = outbox.pending[0]!;
    outbox.answer(
      { t: 'answer', session: entry.session, seq: entry.seq, outcome: { ok: true }, version: 9 },
      1,
    );
    release();
    room.restore();
    await until(() => expect(ana.connection.version).toBe(0));
    await vi.advanceTimersByTimeAsync(11_000);
    await until(() => expect(outbox.tray.map((one) => one.code)).toEqual(['history_replaced']));
    vi.useRealTimers();
  });

  it('takes a new ticket for every attempt, at once when one expired', async () => {
    const ana = await enter('ana');
    await isOnline(ana);
    expect(ana.tickets()).toBe(1);
    const states: string[] = [];
    ana.connection.listen({ onStatus: (status) => states.push(status.state) });
    room.closeAll(4401);
    await until(() => expect(ana.tickets()).toBe(2));
    set(ana, 'a', '1');
    await isDrained(ana);
    expect(states).toEqual([]);
  });

  it('knows when the server has too much open of this person, and comes back by itself', async () => {
    const ana = await enter('ana');
    await isOnline(ana);
    const seen: unknown[] = [];
    ana.connection.listen({ onStatus: (status) => seen.push(status) });
    room.closeAll(4429);
    await until(() => expect(seen[0]).toEqual({ state: 'offline', isBusy: true }));
    room.closeAll(1013);
    ana.network.goOffline();
    ana.network.goOnline();
    await isOnline(ana);
  });

  it.each([4403, 4404])('gives up on %i and empties its cache', async (code) => {
    const ana = await enter('ana');
    room.write('a', '1');
    await until(() => expect(shown(ana, 'a')).toBe('1'));
    room.refuseWith(code);
    room.closeAll(code);
    await until(() => expect(ana.connection.status).toEqual({ state: 'refused', code }));
    await leave(ana.connection);
    const offline = await enter('ana', {
      tickets: () => {
        throw new Error('no network');
      },
    });
    expect(offline.connection.version).toBe(-1);
  });

  it.each([4403, 4404])('keeps for the person what %i left unsent, and takes no more', async (code) => {
    const ana = await enter('ana', { memory: true });
    await isOnline(ana);
    const modes: string[] = [];
    ana.connection.listen({ onMode: (mode) => void modes.push(mode) });
    ana.network.goOffline();
    set(ana, 'a', '1');
    room.refuseWith(code);
    ana.network.goOnline();
    await until(() => expect(ana.connection.status).toEqual({ state: 'refused', code }));
    const tray = () => ana.connection.outbox.tray.map(({ label, code: why }) => [label, why]);
    expect([tray(), ana.connection.pendingCount]).toEqual([[['a', ROOM_REVOKED]], 0]);
    expect([ana.connection.mode, modes.at(-1)]).toEqual(['read', 'read']);
    // Work that another page left appears later: it must not stay pending either.
    set(ana, 'b', '2');
    expect([tray().length, ana.connection.pendingCount]).toEqual([2, 0]);
  });

  it('is refused when nobody is signed in', async () => {
    const ana = await enter('ana', { tickets: () => null });
    await until(() => expect(ana.connection.status).toEqual({ state: 'refused', code: 4401 }));
  });

  it('knows who else is here, and where', async () => {
    const [ana, luis] = [await enter('ana'), await enter('luis')];
    await Promise.all([isOnline(ana), isOnline(luis)]);
    const told: (readonly Peer[])[] = [];
    luis.connection.listen({ onPeers: (peers) => told.push(peers) });
    ana.connection.setPresence({ item: 'row-1', field: 'name' });
    await until(() =>
      expect(luis.connection.peers).toMatchObject([{ user: { id: 'ana' }, item: 'row-1', field: 'name' }]),
    );
    expect(told.at(-1)).toEqual(luis.connection.peers);
    // After a short cut, others see the user again without waiting for the next awareness renewal.
    ana.network.goOffline();
    await until(() => expect(luis.connection.peers).toEqual([]));
    ana.network.goOnline();
    await until(() => expect(luis.connection.peers).toMatchObject([{ user: { id: 'ana' }, item: 'row-1' }]));
  });

  it('waits for answers to what was sent when it is asked to', async () => {
    const ana = await enter('ana');
    await isOnline(ana);
    const release = room.hold();
    set(ana, 'a', '1');
    setTimeout(release, 50);
    open = [];
    await ana.connection.close(5_000);
    expect(room.value('a')).toBe('1');
    expect((await unsentWork('ana')).filter((one) => one.room === `pairs/${id}`)).toEqual([]);
  });

  it('says what would be lost before caches are wiped, and wipes them', async () => {
    const user = 'wanda';
    const wanda = await enter(user);
    room.write('a', '1');
    await isOnline(wanda);
    set(wanda, 'b', 'bad');
    await isDrained(wanda);
    wanda.network.goOffline();
    set(wanda, 'c', '1');
    set(wanda, 'd', '1');
    await leave(wanda.connection);
    expect(await unsentWork(user)).toEqual([{ room: `pairs/${id}`, intents: 2, refused: 1 }]);
    await wipeCaches(user);
    expect(await unsentWork(user)).toEqual([]);
    const again = await enter(user, {
      tickets: () => {
        throw new Error('no network');
      },
    });
    expect([again.connection.version, again.connection.pendingCount]).toEqual([-1, 0]);
  });
});
