import type { AddressInfo } from 'node:net';
import { accessCalls, type SessionData } from '@cotejo/access-contracts';
import { LIVE_NAMESPACE } from '@cotejo/live/protocol';
import { closeCode, messageType } from '@cotejo/rooms/protocol';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, type RawData } from 'ws';
import { z } from 'zod';
import { AskedCalls } from '../asked-calls.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';
import { Chance } from './chance.fixture.ts';
import { newFuzzedAccount, type FuzzedAccount } from './fuzzed-account.fixture.ts';
import { faultOf, internalsIn, internalsInBytes } from './judge-answer.fixture.ts';
import {
  hello,
  malformedFeedMessage,
  malformedPacket,
  malformedRoomMessage,
} from './malformed-message.fixture.ts';
import { malformedRequest, type MalformedRequest } from './malformed-request.fixture.ts';
import { spoiledBytes } from './hostile-value.fixture.ts';
import { brokenWire, newAgent, send, sendBytes } from './send.fixture.ts';

/** Every message is made from this and its number alone: both are told when one comes to a bad end. */
const SEED = 20_261_120;
const ROUNDS = 8;
const REQUESTS_A_ROUND = 960;
const BROKEN_REQUESTS = 320;
const ROOM_MESSAGES = 1_000;
const FEED_MESSAGES = 800;
const PACKETS = 200;
/** Under way at once. */
const ABREAST = 8;

let database: TestDatabase;
let started: StartedServer;
/** Somebody whom nothing of this concerns. */
let witness: SessionData;
const rejections: unknown[] = [];
const onRejection = (reason: unknown): void => void rejections.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', onRejection);
  database = await testDatabase();
  started = await StartedServer.start({
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
  witness = await started.signIn('claudia.restrepo');
});
afterAll(async () => {
  await started.stop();
  await database.drop();
  process.off('unhandledRejection', onRejection);
});

const portOf = (): number => (started.server.http.address() as AddressInfo).port;
const logLine = z.looseObject({ level: z.number() });
const WARN = 40;

/** The server lives, knows who asks, and has nothing to complain of but what came from outside. */
async function isUnharmed(): Promise<void> {
  const me = await new AskedCalls(started).answer(witness, accessCalls.oneself.me);
  expect([me.id, me.username, me.role]).toEqual([witness.user.id, 'claudia.restrepo', 'PM']);
  const faults = started.logged.filter((line) => logLine.parse(JSON.parse(line)).level > WARN);
  expect(faults).toEqual([]);
  expect(rejections).toEqual([]);
}

/** Does it for each number, some at once; gives what the numbers came to where that is bad. */
async function eachOf(count: number, from: number, act: (chance: Chance) => Promise<string | null>) {
  const faults: string[] = [];
  let next = from;
  const work = async (): Promise<void> => {
    for (let number = next++; number < from + count && faults.length < 20; number = next++) {
      const fault = await act(new Chance(SEED + number)).catch((error: unknown) => String(error));
      if (fault !== null) faults.push(`seed ${SEED}, number ${number}: ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: ABREAST }, work));
  return faults;
}

const inShort = ({ method, path, headers, body }: MalformedRequest): string =>
  `${method} ${path.slice(0, 160)} ${JSON.stringify(headers).slice(0, 300)} ${(body ?? '').toString().slice(0, 300)}`;

describe('malformed requests', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'are refused in order: round %i',
    async (round) => {
      const { tokens, ids } = await newFuzzedAccount(started);
      const { doors } = started.server.waysIn;
      const agent = newAgent(ABREAST);
      const statuses = new Map<number, number>();
      const faults = await eachOf(REQUESTS_A_ROUND, round * REQUESTS_A_ROUND, async (chance) => {
        const asked = malformedRequest(doors, [null, 'unknown', ...tokens], ids, chance);
        const answer = await send(agent, portOf(), asked);
        if (answer === null) return null;
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const isOfInterface = asked.path.startsWith('/api/') && asked.method !== 'HEAD';
        const fault = faultOf(answer, isOfInterface);
        return fault === null ? null : `${inShort(asked)}: ${fault}`;
      });
      agent.destroy();
      expect(faults).toEqual([]);
      // They came past the door: most were judged by what they say, not by who said it.
      expect(statuses.get(401) ?? 0).toBeLessThan(REQUESTS_A_ROUND / 2);
      expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS_A_ROUND / 10);
      await isUnharmed();
    },
  );

  it('are refused where HTTP itself is broken', async () => {
    const faults = await eachOf(BROKEN_REQUESTS, 100_000, async (chance) => {
      const line = chance.pick(brokenWire);
      const bytes = chance.often(0.5) ? Buffer.from(line, 'latin1') : spoiledBytes(line, chance);
      const answer = await sendBytes(portOf(), bytes);
      const isFault = / 5\d\d /.test(answer.slice(0, 20)) || internalsIn(answer) !== null;
      return isFault ? `${line.slice(0, 200)}: ${answer.slice(0, 300)}` : null;
    });
    expect(faults).toEqual([]);
    await isUnharmed();
  });
});

/** Codes with which a room may close on whoever talks nonsense; the last are those of WebSockets themselves. */
const CLOSED_IN_ORDER: readonly number[] = [...Object.values(closeCode), 1002, 1003, 1007, 1009];

/** Socket in a room, which says one thing after another and hears how each is taken. */
class RoomTalk {
  heard = '';
  code: number | null = null;
  private waiting: (() => void) | null = null;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: RawData) => {
      const bytes = data as Buffer;
      this.heard += bytes.toString('latin1');
      // The answer to who is here comes after all that was asked before.
      if (bytes[0] === messageType.awareness) this.waiting?.();
    });
    socket.on('close', (code) => {
      this.code = code;
      this.waiting?.();
    });
    socket.on('error', () => undefined);
  }

  static async open({ principals, audit }: FuzzedAccount, chance: Chance): Promise<RoomTalk> {
    const { access } = started.server.foundation;
    const socket = started.room(audit, access.tickets.issue(chance.pick(principals.slice(0, 3))));
    const talk = new RoomTalk(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    if (chance.often(0.8)) socket.send(hello());
    return talk;
  }

  async say(message: Uint8Array | string): Promise<string | null> {
    this.heard = '';
    const taken = new Promise<void>((resolve) => (this.waiting = resolve));
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), 10_000).unref());
    if (this.code === null) {
      this.socket.send(message);
      this.socket.send(Uint8Array.of(messageType.queryAwareness));
      if ((await Promise.race([taken, late])) === 'late') return 'neither taken nor refused';
    }
    if (this.code !== null && !CLOSED_IN_ORDER.includes(this.code)) return `closed with ${this.code}`;
    const internals = internalsInBytes(this.heard);
    return internals === null ? null : `tells "${internals}"`;
  }

  close(): void {
    this.socket.terminate();
  }
}

const shown = (message: Uint8Array | string): string => Buffer.from(message).toString('latin1').slice(0, 400);

describe('malformed messages', () => {
  it('to a room are answered, or end the connection that they came by', async () => {
    const account = await newFuzzedAccount(started);
    const talks: (RoomTalk | null)[] = [];
    const faults = await eachOf(ROOM_MESSAGES, 200_000, async (chance) => {
      let talk = talks.pop() ?? null;
      if (talk === null || talk.code !== null) talk = await RoomTalk.open(account, chance);
      const message = malformedRoomMessage(account.ids, chance);
      const fault = await talk.say(message);
      talks.push(talk);
      return fault === null ? null : `${shown(message)}: ${fault}`;
    });
    for (const talk of talks) talk?.close();
    expect(faults).toEqual([]);
    await isUnharmed();
  });

  it('to the feed are answered, or end the connection that they came by', async () => {
    const account = await newFuzzedAccount(started);
    const topics = started.server.waysIn.topics.map(({ name }) => name);
    const sockets: Socket[] = [];
    const faults = await eachOf(FEED_MESSAGES, 300_000, async (chance) => {
      let socket = sockets.pop();
      if (!socket?.connected) socket = await followed(account, chance);
      const { event, args } = malformedFeedMessage(topics, account.ids, chance);
      // Whoever does not wait for the answer is told none.
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
    await isUnharmed();
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
    await isUnharmed();
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

/** The answer; null when the connection ended instead. */
function answered(socket: Socket, args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no answer')), 10_000);
    const done = (answer: unknown): void => {
      clearTimeout(late);
      resolve(answer);
    };
    socket.once('disconnect', () => done(null));
    socket.emit('follow', ...args, done);
  });
}
