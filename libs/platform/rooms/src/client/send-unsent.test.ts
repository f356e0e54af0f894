import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestRoom, type TestRoom } from '../testing/pairs-room.fixture.ts';
import { Outbox } from './outbox.ts';
import { sendUnsent } from './send-unsent.ts';
import { unsentWork } from './wipe-caches.ts';

let room: TestRoom;
let user: string;
let id: string;
beforeEach(async () => {
  room = await startTestRoom();
  [user, id] = [randomUUID(), randomUUID()];
});
afterEach(() => room.stop());

const network = { isOffline: () => false, onOnline: () => () => undefined, onOffline: () => () => undefined };

/** A page that made some changes and closed before sending them. */
async function leaveUnsent(count: number): Promise<void> {
  const outbox = await Outbox.open({ user, room: `pairs/${id}`, locks: null });
  for (let n = 0; n < count; n++) outbox.add({ kind: 'set', key: `k${n}`, value: 'v' }, -1, `k${n}`);
  await vi.waitFor(async () => expect(await left()).toBe(count));
  await outbox.close();
}
const left = async () => (await unsentWork(user)).reduce((sum, { intents }) => sum + intents, 0);
const send = (getTicket: () => Promise<string | null>, signal = new AbortController().signal) =>
  sendUnsent(
    { url: room.url, kind: 'pairs', id, user, locks: null, network, WebSocket: room.WebSocket, getTicket },
    signal,
  );

describe('what earlier pages left unsent', () => {
  it('is sent without being shown', async () => {
    await leaveUnsent(3);
    await send(async () => `${user}.1`);
    expect(await left()).toBe(0);
    expect(await unsentWork(user)).toEqual([]);
  });

  it('ends in the tray when the room lets the person in no more', async () => {
    await leaveUnsent(2);
    room.refuseWith(4403);
    await send(async () => `${user}.1`);
    expect(await unsentWork(user)).toEqual([{ room: `pairs/${id}`, intents: 0, refused: 2 }]);
  });

  it('stays when nobody is reached before somebody stops it', async () => {
    await leaveUnsent(2);
    const stop = new AbortController();
    const sending = send(async () => {
      throw new Error('no network');
    }, stop.signal);
    stop.abort();
    await sending;
    expect(await left()).toBe(2);
  });
});
