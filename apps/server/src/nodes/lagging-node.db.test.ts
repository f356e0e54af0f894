import { randomUUID } from 'node:crypto';
import type { SessionData } from '@cotejo/access-contracts';
import { closeCode, encodeFrame } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import type { CopiedDatabase } from '@cotejo/testing';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

const AUDITS = '/proyecto/riesgo/auditoria/';

let database: CopiedDatabase;
let node: StartedServer;
let manager: SessionData;
let audit: string;

beforeAll(async () => {
  database = await demoDatabase();
  node = await StartedServer.on(database, { PAUSE_MOST_SECONDS: '5' }, { mostLagMs: 1_000 });
  manager = await node.signIn();
  const answer = await node.get(AUDITS, manager).expect(200);
  const rows = z.object({ data: z.array(z.object({ id: z.uuid() })).min(1) }).parse(answer.body).data;
  audit = rows[0]?.id ?? '';
});
afterAll(async () => {
  await node.stop();
  await database.drop();
});

async function inRoom(): Promise<RawClient> {
  const ticket = await node.ticketOf(manager);
  const address = node.server.address.replace('http', 'ws');
  return new RawClient({ url: `${address}/rooms/audit/${audit}?ticket=${ticket}` }).synced();
}

const endedOf = (feed: Socket): Promise<string> =>
  new Promise((resolve) => feed.once('closing', ({ code }: { code: string }) => resolve(code)));

/** Delays this node's knowledge of access until the returned function is called. */
function fallBehind(): () => void {
  let goOn: () => void = () => undefined;
  const unheard = new Promise<void>((resolve) => (goOn = resolve));
  const settle = vi.spyOn(node.server.foundation.access.state, 'settle').mockReturnValue(unheard);
  return () => {
    settle.mockRestore();
    goOn();
  };
}

const addPhase = (session: string, seq: number, base: number, name: string) =>
  encodeFrame({
    t: 'intent',
    session,
    seq,
    base,
    intent: { kind: 'create_item', id: randomUUID(), type: 'phase', parent: null, name },
  });

describe('a node that no longer hears the log', () => {
  it('pauses: it judges nothing, lets nothing out, sends nobody away, and then goes on in order', async () => {
    const { access } = node.server.foundation;
    const [room, feed] = [await inRoom(), await node.feed(manager)];
    const notices: unknown[] = [];
    feed.on('waiting', (notice) => notices.push(notice));
    const goOn = fallBehind();
    await expect.poll(() => access.state.isPaused).toBe(true);
    const { version } = room;
    const session = randomUUID();
    for (let seq = 0; seq < 3; seq++) room.sendBytes(addPhase(session, seq, version, `Fase ${seq}`));
    const asked = node.get(AUDITS, manager).then(({ status }) => status);
    await expect.poll(() => notices).toEqual([{ waiting: true }]);
    // After a socket round trip all earlier frames have arrived.
    await new Promise((resolve) => room.socket.once('pong', resolve).ping());
    expect([room.answers, room.version, room.closeCode, feed.connected]).toEqual([[], version, null, true]);

    goOn();
    await room.until(() => room.answers.length === 3 || room.closeCode !== null);
    expect(room.answers.map(({ seq, outcome }) => [seq, outcome.ok])).toEqual([
      [0, true],
      [1, true],
      [2, true],
    ]);
    await expect.poll(() => notices).toEqual([{ waiting: true }, { waiting: false }]);
    expect([room.closeCode, feed.connected, await asked]).toEqual([null, true, 200]);
    feed.close();
    await room.close();
  });

  it('tells a request that waited long enough to come again', async () => {
    const goOn = fallBehind();
    await expect.poll(() => node.server.foundation.access.state.isPaused).toBe(true);
    const answer = await node.get(AUDITS, manager);
    goOn();
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
  });

  it('lets no answer out that was made before the pause, once the session ended in it', async () => {
    const { access } = node.server.foundation;
    const leaving = await node.signIn();
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    const { confirm } = access.authenticator;
    // The handler has finished; before its answer is sent the node falls behind, and the session ends.
    const confirmed = vi.spyOn(access.authenticator, 'confirm').mockImplementation((...args) => {
      const paused = vi.spyOn(access.state, 'isPaused', 'get').mockReturnValue(true);
      const waiting = vi.spyOn(access.state, 'demandFresh').mockReturnValueOnce(held);
      const answer = confirm.apply(access.authenticator, args);
      for (const spy of [paused, waiting, confirmed]) spy.mockRestore();
      return answer;
    });
    const answer = node.get(AUDITS, leaving).then(({ status, body }) => [status, body.code]);
    await expect.poll(() => access.authenticator.confirm === confirm).toBe(true);
    await node.post('/logout/', leaving);
    go();
    expect(await answer).toEqual([401, 'token_expired']);
  });

  it('sends everybody away when it does not hear the log for longer than a pause may last', async () => {
    const [room, feed] = [await inRoom(), await node.feed(manager)];
    const ended = endedOf(feed);
    const goOn = fallBehind();
    await expect.poll(() => node.server.foundation.access.state.isPaused).toBe(true);
    const { version } = room;
    room.sendBytes(addPhase(randomUUID(), 0, version, 'Fase'));
    expect(await room.closed()).toBe(closeCode.tryAgain);
    expect(await ended).toBe('going_away');
    expect([room.answers, room.version]).toEqual([[], version]);

    goOn();
    const again = await inRoom();
    expect(again.version).toBeGreaterThanOrEqual(version);
    await again.close();
  });

  it('is none while it is idle: nobody waits', async () => {
    const [room, feed] = [await inRoom(), await node.feed(manager)];
    const { state } = node.server.foundation.access;
    // Answers immediately: after a stall of a second a machine may disconnect all clients.
    const asked = vi.spyOn(state, 'settle').mockResolvedValue();
    // The state is polled four times a second; the limit is one second.
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(8));
    expect(await state.knowsEnoughForIntents()).toBe(true);
    expect([room.socket.readyState, feed.connected, state.isPaused]).toEqual([1, true, false]);
    asked.mockRestore();
    feed.close();
    await room.close();
  });
});
