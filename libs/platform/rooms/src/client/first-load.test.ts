import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestRoom, type TestRoom } from '../testing/pairs-room.fixture.ts';
import type { LoadBase, LoadedBase } from './first-load.ts';
import { memoryOutboxStore } from './outbox-store.ts';
import { Outbox } from './outbox.ts';
import { createRoomConnection, RoomConnection } from './room-connection.ts';

let room: TestRoom;
let id: string;
let open: RoomConnection[];
/** Bytes received over sockets. */
let received: number;

beforeEach(async () => {
  room = await startTestRoom();
  id = randomUUID();
  open = [];
  received = 0;
});
afterEach(async () => {
  await Promise.all(open.map((one) => one.close()));
  await room.stop();
});

/** A socket that counts the bytes it receives. */
function countingSocket(): typeof globalThis.WebSocket {
  return class extends room.WebSocket {
    constructor(url: string | URL) {
      super(url);
      this.addEventListener(
        'message',
        ({ data }: MessageEvent<ArrayBuffer>) => (received += data.byteLength),
      );
    }
  };
}

async function enter(loadBase: LoadBase, tickets = async (): Promise<string | null> => 'ana') {
  const outbox = await Outbox.open({
    user: 'ana',
    room: `pairs/${id}`,
    locks: null,
    store: memoryOutboxStore(),
  });
  const connection = createRoomConnection({
    url: room.url,
    kind: 'pairs',
    id,
    user: 'ana',
    outbox,
    network: { isOffline: () => false, onOnline: () => () => undefined, onOffline: () => () => undefined },
    WebSocket: countingSocket(),
    random: () => 0,
    getTicket: tickets,
    loadBase,
  });
  open.push(connection);
  await connection.open();
  return connection;
}

async function leave(connection: RoomConnection): Promise<void> {
  open = open.filter((one) => one !== connection);
  await connection.close();
}

const shown = (connection: RoomConnection, key: string) => connection.base.getMap('pairs').get(key);
const until = (check: () => void) => vi.waitFor(check, { interval: 5 });
const isOnline = (connection: RoomConnection) => until(() => expect(connection.status.state).toBe('online'));
const LONG = 'x'.repeat(50_000);

describe('whoever has no base', () => {
  it('begins with the whole document, and the socket brings the difference only', async () => {
    room.write('long', LONG);
    const loaded = room.whole();
    room.write('since', 'then');
    const ana = await enter(async () => loaded);
    await isOnline(ana);
    expect([shown(ana, 'long'), shown(ana, 'since'), ana.version]).toEqual([LONG, 'then', 2]);
    expect(received).toBeLessThan(2_000);
  });

  it('is shown it before there is a connection at all', async () => {
    room.write('a', '1');
    const ana = await enter(
      async () => room.whole(),
      async () => {
        throw new Error('no network for tickets');
      },
    );
    await until(() => expect([ana.version, shown(ana, 'a')]).toEqual([1, '1']));
    expect(ana.status.state).toBe('offline');
  });

  it.each<[string, LoadBase]>([
    ['is none to be had', async () => null],
    ['fails', () => Promise.reject(new Error('502'))],
    ['is no document', async () => ({ ...room.whole(), update: new Uint8Array([1, 2, 3, 250]) })],
    ['lacks its beginning', async () => ({ ...room.whole(), update: withoutBeginning(room.whole().update) })],
  ])('does with the socket alone when the first load %s', async (_, loadBase) => {
    room.write('a', '1');
    room.write('b', '2');
    const ana = await enter(loadBase);
    await isOnline(ana);
    expect([shown(ana, 'a'), shown(ana, 'b'), ana.version]).toEqual(['1', '2', 2]);
  });

  it('waits for it no longer than for the socket', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    room.write('a', '1');
    const ana = await enter(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(16_000);
    vi.useRealTimers();
    await isOnline(ana);
    expect(shown(ana, 'a')).toBe('1');
  });

  it('that is loaded of another document than the room has loses nothing, and tries that once', async () => {
    room.write('a', '1');
    const old: LoadedBase = room.whole();
    room.compact();
    let loads = 0;
    const ana = await enter(async () => {
      loads++;
      return old;
    });
    await isOnline(ana);
    expect([shown(ana, 'a'), ana.version, loads]).toEqual(['1', 1, 1]);
  });
});

describe('whoever has a base', () => {
  it('loads nothing but the difference', async () => {
    room.write('a', '1');
    const first = await enter(async () => room.whole());
    await isOnline(first);
    await leave(first);
    let loads = 0;
    const again = await enter(async () => {
      loads++;
      return null;
    });
    expect([shown(again, 'a'), again.version]).toEqual(['1', 1]);
    await isOnline(again);
    expect(loads).toBe(0);
  });

  it('of another document drops it and begins with the whole new one', async () => {
    room.write('long', LONG);
    let loads = 0;
    const load: LoadBase = async () => {
      loads++;
      return room.whole();
    };
    const first = await enter(load);
    await isOnline(first);
    await leave(first);
    room.compact();
    received = 0;
    const again = await enter(load);
    await isOnline(again);
    expect([shown(again, 'long'), again.version, loads]).toEqual([LONG, 1, 2]);
    expect(received).toBeLessThan(2_000);
  });
});

/** An update whose first struct is cut off: structs that build on it stay pending forever. */
function withoutBeginning(update: Uint8Array): Uint8Array {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, update);
  const [client] = doc.store.clients.keys();
  const vector = Y.encodeStateVector(new Map([[client ?? 0, 1]]));
  return Y.encodeStateAsUpdate(doc, vector);
}
