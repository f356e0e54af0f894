import { randomUUID } from 'node:crypto';
import type { SessionData } from '@cotejo/access-contracts';
import { closeCode, encodeFrame } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import type { CopiedDatabase } from '@cotejo/testing';
import type { Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { demoDatabase } from './demo-database.fixture.ts';
import { StartedServer } from './started-server.fixture.ts';

const AUDITS = '/proyecto/riesgo/auditoria/';

let database: CopiedDatabase;
let node: StartedServer;
let manager: SessionData;
let audit: string;

beforeAll(async () => {
  database = await demoDatabase();
  node = await StartedServer.on(database, {}, { mostLagMs: 1_000 });
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

/** What is written from then on does not reach the access that this node knows, until it is let go on. */
function fallBehind(): () => void {
  let goOn: () => void = () => undefined;
  const unheard = new Promise<void>((resolve) => (goOn = resolve));
  const settle = vi.spyOn(node.server.foundation.access.state, 'settle').mockReturnValue(unheard);
  return () => {
    settle.mockRestore();
    goOn();
  };
}

describe('a node that no longer hears the log', () => {
  it('judges nothing and sends rooms and feeds away, to come again once it has caught up', async () => {
    const [room, feed] = [await inRoom(), await node.feed(manager)];
    const ended = endedOf(feed);
    const goOn = fallBehind();
    await expect.poll(() => node.server.foundation.access.state.knowsEnoughForIntents() === true).toBe(false);
    const version = room.version;
    room.sendBytes(
      encodeFrame({
        t: 'intent',
        session: randomUUID(),
        seq: 0,
        base: room.version,
        intent: { kind: 'add-item', id: randomUUID() },
      }),
    );
    expect(await room.closed()).toBe(closeCode.tryAgain);
    expect(await ended).toBe('going_away');
    expect([room.answers, room.version]).toEqual([[], version]);

    goOn();
    const again = await inRoom();
    expect(again.version).toBeGreaterThanOrEqual(version);
    await again.close();
  });

  it('and one that is idle keeps everybody', async () => {
    const [room, feed] = [await inRoom(), await node.feed(manager)];
    const { state } = node.server.foundation.access;
    // Answered at once: a machine that stands still for a second may well send everybody away.
    const asked = vi.spyOn(state, 'settle').mockResolvedValue();
    // It asks four times a second, and would send away after one.
    await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(8));
    expect(await state.knowsEnoughForIntents()).toBe(true);
    expect([room.socket.readyState, feed.connected]).toEqual([1, true]);
    asked.mockRestore();
    feed.close();
    await room.close();
  });
});
