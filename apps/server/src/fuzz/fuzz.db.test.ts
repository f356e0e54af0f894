import { LIVE_NAMESPACE } from '@cotejo/live/protocol';
import { PATIENCE_MS } from '@cotejo/testing';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, type RawData } from 'ws';
import type { StartedServer } from '../started-server.fixture.ts';
import type { Chance } from './chance.fixture.ts';
import { newFuzzedAccount, type FuzzedAccount } from './fuzzed-account.fixture.ts';
import { ABREAST, eachOf, FuzzedServer } from './fuzzed-server.fixture.ts';
import { faultOf, internalsIn, internalsInBytes } from './judge-answer.fixture.ts';
import { malformedFeedMessage, malformedPacket, malformedRoomMessage } from './malformed-message.fixture.ts';
import { malformedRequest, type MalformedRequest } from './malformed-request.fixture.ts';
import { spoiledBytes } from './hostile-value.fixture.ts';
import { RoomTalk } from './room-talk.fixture.ts';
import { brokenWire, newAgent, send, sendBytes } from './send.fixture.ts';

const ROUNDS = 8;
const REQUESTS_A_ROUND = 960;
const BROKEN_REQUESTS = 320;
const ROOM_MESSAGES = 1_000;
const FEED_MESSAGES = 800;
const PACKETS = 200;

let fuzzed: FuzzedServer;
let started: StartedServer;
beforeAll(async () => {
  fuzzed = await FuzzedServer.start();
  started = fuzzed.started;
});
afterAll(() => fuzzed.stop());

const inShort = ({ method, path, headers, body }: MalformedRequest): string =>
  `${method} ${path.slice(0, 160)} ${JSON.stringify(headers).slice(0, 300)} ${(body ?? '').toString().slice(0, 300)}`;

describe('malformed requests', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'are refused in order: round %i',
    async (round) => {
      const { tokens, ids } = await newFuzzedAccount(started);
      const { callRoutes } = started.server.waysIn;
      const agent = newAgent(ABREAST);
      const statuses = new Map<number, number>();
      const faults = await eachOf(REQUESTS_A_ROUND, round * REQUESTS_A_ROUND, async (chance) => {
        const asked = malformedRequest(callRoutes, [null, 'unknown', ...tokens, ...tokens], ids, chance);
        const answer = await send(agent, fuzzed.port, asked);
        if (answer === null) return null;
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const isOfInterface = asked.path.startsWith('/api/') && asked.method !== 'HEAD';
        const fault = faultOf(answer, isOfInterface);
        return fault === null ? null : `${inShort(asked)}: ${fault}`;
      });
      agent.destroy();
      expect(faults).toEqual([]);
      // Requests passed authentication: most were judged by their content.
      expect(statuses.get(401) ?? 0).toBeLessThan(REQUESTS_A_ROUND / 2);
      expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS_A_ROUND / 10);
      await fuzzed.isUnharmed();
    },
  );

  it('are refused where HTTP itself is broken', async () => {
    const faults = await eachOf(BROKEN_REQUESTS, 100_000, async (chance) => {
      const line = chance.pick(brokenWire);
      const bytes = chance.often(0.5) ? Buffer.from(line, 'latin1') : spoiledBytes(line, chance);
      const answer = await sendBytes(fuzzed.port, bytes);
      const isFault = / 5\d\d /.test(answer.slice(0, 20)) || internalsIn(answer) !== null;
      return isFault ? `${line.slice(0, 200)}: ${answer.slice(0, 300)}` : null;
    });
    expect(faults).toEqual([]);
    await fuzzed.isUnharmed();
  });
});

const shown = (message: Uint8Array | string): string => Buffer.from(message).toString('latin1').slice(0, 400);

describe('malformed messages', () => {
  it('to a room are answered, or end the connection that they came by', async () => {
    const account = await newFuzzedAccount(started);
    const talks: (RoomTalk | null)[] = [];
    const faults = await eachOf(ROOM_MESSAGES, 200_000, async (chance) => {
      let talk = talks.pop() ?? null;
      if (talk === null || talk.code !== null) {
        talk = await RoomTalk.open(started, account, { kind: 'audit', id: account.audit }, chance);
      }
      const message = malformedRoomMessage(account.ids, chance);
      const fault = await talk.say(message);
      talks.push(talk);
      return fault === null ? null : `${shown(message)}: ${fault}`;
    });
    for (const talk of talks) talk?.close();
    expect(faults).toEqual([]);
    await fuzzed.isUnharmed();
  });

  it('to the feed are answered, or end the connection that they came by', async () => {
    const account = await newFuzzedAccount(started);
    const topics = started.server.waysIn.topics.map(({ name }) => name);
    const sockets: Socket[] = [];
    const faults = await eachOf(FEED_MESSAGES, 300_000, async (chance) => {
      let socket = sockets.pop();
      if (!socket?.connected) socket = await followed(account, chance);
      const { event, args } = malformedFeedMessage(topics, account.ids, chance);
      // Without an acknowledgement callback there is no answer.
      const waits = event === 'follow' && args.length === 1;
      const answer = waits ? await answered(socket, args) : void socket.emit(event, ...args);
      sockets.push(socket);
      const internals = internalsIn(JSON.stringify(answer ?? null));
      return internals === null
        ? null
        : `${event} ${JSON.stringify(args).slice(0, 300)}: tells "${internals}"`;
    });
    for (const socket of sockets) socket.disconnect();
    expect(faults).toEqual([]);
    await fuzzed.isUnharmed();
  });

  it('below the feed end the connection that they came by', async () => {
    const { principals } = await newFuzzedAccount(started);
    const faults = await eachOf(PACKETS, 400_000, async (chance) => {
      const address = started.server.address.replace('http', 'ws');
      const socket = new WebSocket(`${address}/socket.io/?EIO=4&transport=websocket`);
      let heard = '';
      socket.on('error', () => undefined);
      socket.on('message', (data: RawData) => (heard += (data as Buffer).toString('latin1')));
      await new Promise((resolve) => socket.once('open', resolve));
      if (chance.often(0.5)) {
        const ticket = started.server.foundation.access.tickets.issue(chance.pick(principals));
        socket.send(`40${LIVE_NAMESPACE},${JSON.stringify({ ticket })}`);
      }
      socket.send(malformedPacket(chance));
      await new Promise((resolve) => setTimeout(resolve, 10));
      socket.terminate();
      const internals = internalsInBytes(heard);
      return internals === null ? null : `tells "${internals}"`;
    });
    expect(faults).toEqual([]);
    await fuzzed.isUnharmed();
  });
});

async function followed({ principals }: FuzzedAccount, chance: Chance): Promise<Socket> {
  const ticket = started.server.foundation.access.tickets.issue(chance.pick(principals));
  const auth = { ticket };
  const socket = io(started.server.address + LIVE_NAMESPACE, {
    auth,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined));
    socket.once('connect_error', reject);
  });
  return socket;
}

/** The answer; null if the connection ended first. */
function answered(socket: Socket, args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no answer')), PATIENCE_MS);
    const done = (answer: unknown): void => {
      clearTimeout(late);
      resolve(answer);
    };
    socket.once('disconnect', () => done(null));
    socket.emit('follow', ...args, done);
  });
}
