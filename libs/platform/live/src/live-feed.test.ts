import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort, PATIENCE_MS } from '@cotejo/testing';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveClient, type FollowState, type LiveClient, type LiveState } from './client/index.ts';
import { LIVE_NAMESPACE, MAX_FRAME_ROWS, MAX_TOPICS, type FeedFrame } from './protocol.ts';
import { attachLive, LiveHub, TopicRegistry, type LivePrincipal, type Topic } from './server/index.ts';

interface Person extends LivePrincipal {
  readonly userId: string;
  readonly sessionId: string;
}

/** A log of numbers for each key; the row at cursor n is n. */
class NumberTopic implements Topic<Person, number> {
  readonly wakeOn = ['numbers'];
  permission: string | null = null;
  isWhole?: true;
  about?: (row: number) => { readonly id: string; readonly isGone: boolean };
  readonly logs = new Map<string, number>();
  readonly refused = new Set<string>();
  reads = 0;
  constructor(
    readonly name: string,
    readonly audience?: () => string,
  ) {}
  authorize({ userId }: Person): boolean {
    return !this.refused.has(userId);
  }
  async head(_: Person, key: string): Promise<number> {
    return this.logs.get(key) ?? -1;
  }
  async readAfter(_: Person, key: string, cursor: number, limit: number) {
    this.reads += 1;
    const to = Math.min(this.logs.get(key) ?? -1, cursor + limit);
    return { rows: Array.from({ length: to - cursor }, (__, at) => cursor + 1 + at), cursor: to };
  }
  /** Extends the log of a key up to this number; the first is 0. */
  grow(key: string, to: number): void {
    this.logs.set(key, to);
  }
}

let http: HttpServer;
let sockets: Server;
let hub: LiveHub<Person>;
let numbers: NumberTopic;
let wake: (projector: string | null) => void;
let tickets: Map<string, Person>;
let clients: LiveClient[];
let sessionsOver: Set<string>;
let holders: Set<string>;
let url: string;

async function serve(port = 0): Promise<void> {
  http = createServer();
  sockets = new Server(http, { transports: ['websocket', 'polling'] });
  const listeners = new Set<(projector: string | null) => void>();
  wake = (projector) => listeners.forEach((listener) => listener(projector));
  hub = new LiveHub<Person>({
    topics: new TopicRegistry<Person>().register(numbers),
    wake: { onProjected: (listener) => (listeners.add(listener), () => listeners.delete(listener)) },
    log: { warn: () => undefined },
    currentPrincipal: (person) => (sessionsOver.has(person.sessionId) ? null : person),
    may: ({ userId }, permission) => permission === 'numbers.list' && holders.has(userId),
    pollMs: 60_000,
  });
  attachLive(sockets.of(LIVE_NAMESPACE), hub, (ticket) => {
    const person = tickets.get(ticket) ?? null;
    tickets.delete(ticket);
    return person;
  });
  await new Promise<void>((resolve) => http.listen(port, resolve));
  url = `http://localhost:${(http.address() as AddressInfo).port}`;
}

async function shutDown(): Promise<void> {
  await hub.close();
  await sockets.close();
}

beforeEach(async () => {
  numbers = new NumberTopic('numbers');
  holders = new Set();
  tickets = new Map();
  clients = [];
  sessionsOver = new Set();
  await serve();
});
afterEach(async () => {
  clients.forEach((client) => client.close());
  await shutDown();
});

let issued = 0;
function ticketFor(userId: string): string {
  const ticket = `t-${userId}-${issued++}`;
  tickets.set(ticket, { userId, sessionId: `session-${userId}` });
  return ticket;
}

function clientOf(userId: string, states: LiveState[] = []): LiveClient {
  const client = createLiveClient({
    url,
    getTicket: async () => (sessionsOver.has(`session-${userId}`) ? null : ticketFor(userId)),
    onState: (state) => states.push(state),
    backoff: () => 20,
  });
  clients.push(client);
  return client;
}

/** Follows a topic and collects rows, frames, resets and states. */
function gather(client: LiveClient, cursor: number, key = 'k') {
  const got = { rows: [] as number[], frames: [] as FeedFrame[], resets: 0, states: [] as FollowState[] };
  const stop = client.follow('numbers', key, cursor, {
    onFrame: (frame) => {
      got.frames.push(frame);
      got.rows.push(...(frame.rows as number[]));
    },
    onReset: () => {
      got.resets += 1;
      got.rows = [];
    },
    onState: (state) => got.states.push(state),
  });
  return { got, stop };
}

const upTo = (last: number, from = 0): number[] =>
  Array.from({ length: last - from + 1 }, (_, at) => from + at);

describe('following a topic', () => {
  it('begins after the cursor that one has, then brings what is new', async () => {
    numbers.grow('k', 4);
    const { got } = gather(clientOf('ana'), 1);
    await vi.waitFor(() => expect(got.rows).toEqual([2, 3, 4]));
    numbers.grow('k', 6);
    wake('numbers');
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(6, 2)));
    expect(got.frames.map(({ from, to }) => [from, to])).toEqual([
      [1, 4],
      [4, 6],
    ]);
  });

  it('brings a long absence in several frames', async () => {
    numbers.grow('k', 2 * MAX_FRAME_ROWS + 10);
    const { got } = gather(clientOf('ana'), -1);
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(2 * MAX_FRAME_ROWS + 10)));
    expect(got.frames).toHaveLength(3);
  });

  it('starts over when one claims more than the server ever had', async () => {
    numbers.grow('k', 2);
    const { got } = gather(clientOf('ana'), 90);
    await vi.waitFor(() => expect(got.rows).toEqual([0, 1, 2]));
    expect(got.resets).toBe(1);
  });

  it('comes again by itself when the node sends everybody away', async () => {
    const { got } = gather(clientOf('ana'), -1);
    await vi.waitFor(() => expect(got.states).toContain('live'));
    hub.sendAway();
    await vi.waitFor(() => expect(hub.figures.sockets).toBe(0));
    numbers.grow('k', 1);
    await vi.waitFor(() => expect(got.rows).toEqual([0, 1]));
  });

  it('is not woken by projections of others', async () => {
    const { got } = gather(clientOf('ana'), -1);
    await vi.waitFor(() => expect(got.states).toContain('live'));
    const reads = numbers.reads;
    wake('something-else');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(numbers.reads).toBe(reads);
  });

  it('reads once for all who share an audience, and only for them', async () => {
    await shutDown();
    numbers = new NumberTopic('numbers', () => 'everybody');
    await serve();
    const followers = ['ana', 'luis', 'eva'].map((name) => gather(clientOf(name), -1));
    await vi.waitFor(() => followers.forEach(({ got }) => expect(got.states).toContain('live')));
    const reads = numbers.reads;
    numbers.grow('k', 3);
    wake('numbers');
    await vi.waitFor(() => followers.forEach(({ got }) => expect(got.rows).toEqual(upTo(3))));
    expect(numbers.reads).toBe(reads + 1);
  });

  it('ends with stop, and may begin again at once', async () => {
    numbers.grow('k', 1);
    const client = clientOf('ana');
    const first = gather(client, -1);
    await vi.waitFor(() => expect(first.got.rows).toEqual([0, 1]));
    expect(() => gather(client, -1)).toThrow(/followed already/);
    first.stop();
    const second = gather(client, 0);
    await vi.waitFor(() => expect(second.got.rows).toEqual([1]));
    expect(first.got.rows).toEqual([0, 1]);
    expect(hub.figures.channels).toBe(1);
    second.stop();
    await vi.waitFor(() => expect(hub.figures.channels).toBe(0));
  });
});

it('is closed once what is being read has been read, also for whoever has left', async () => {
  numbers.grow('k', 0);
  const { got, stop } = gather(clientOf('ana'), -1);
  await vi.waitFor(() => expect(got.rows).toEqual([0]));
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const reading = vi.spyOn(numbers, 'readAfter').mockReturnValue(held.then(() => ({ rows: [], cursor: 0 })));
  wake('numbers');
  expect(reading).toHaveBeenCalled();
  stop();
  await vi.waitFor(() => expect(hub.figures.channels).toBe(0));
  let isClosed = false;
  const closing = hub.close().then(() => (isClosed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  goOn();
  await closing;
});

it('tells that a thing is gone to those alone who were sent it, and of the others nothing', async () => {
  // Rows up to 4 are removals of unknown ids; 5, 6 and 7 show one id each, which later rows remove.
  numbers.about = (row) => ({ id: row < 5 ? `x${row}` : `${row % 3}`, isGone: row < 5 || row >= 8 });
  numbers.isWhole = true;
  numbers.grow('k', 4);
  const { got: ana } = gather(clientOf('ana'), -1);
  await vi.waitFor(() => expect(ana.states.at(-1)).toBe('live'));
  numbers.grow('k', 7);
  wake('numbers');
  await vi.waitFor(() => expect(ana.rows).toEqual([5, 6, 7]));
  const { got: luis } = gather(clientOf('luis'), -1);
  await vi.waitFor(() => expect(luis.rows).toEqual([5, 6, 7]));
  numbers.grow('k', 9);
  wake('numbers');
  await vi.waitFor(() => expect(ana.rows).toEqual([5, 6, 7, 8, 9]));
  // The id is gone already: ana gets no second removal.
  numbers.grow('k', 11);
  wake('numbers');
  await vi.waitFor(() => expect(luis.rows).toEqual([5, 6, 7, 8, 9, 10]));
  expect(ana.rows).toEqual([5, 6, 7, 8, 9, 10]);
});

describe('a connection that breaks', () => {
  it('comes back with a new ticket and misses and repeats nothing', async () => {
    const states: LiveState[] = [];
    const { got } = gather(clientOf('ana', states), -1);
    numbers.grow('k', 3);
    wake('numbers');
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(3)));
    for (const last of [5, 6, 9]) {
      sockets.of(LIVE_NAMESPACE).disconnectSockets(true);
      numbers.grow('k', last);
      await vi.waitFor(() => expect(got.rows).toEqual(upTo(last)));
    }
    expect(states).toEqual(expect.arrayContaining(['connecting', 'live', 'offline']));
    expect(got.resets).toBe(0);
  });

  it('is given all that there is on coming back, where each row is all of it', async () => {
    numbers.isWhole = true;
    numbers.grow('k', 3);
    const { got } = gather(clientOf('ana'), -1);
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(3)));
    // The rows are sent again without any change, because rights may have changed while disconnected.
    sockets.of(LIVE_NAMESPACE).disconnectSockets(true);
    await vi.waitFor(() => expect([got.resets, got.rows]).toEqual([1, upTo(3)]));
  });

  it('survives a restart of the server', async () => {
    await shutDown();
    const port = await freePort();
    await serve(port);
    const { got } = gather(clientOf('ana'), -1);
    numbers.grow('k', 3);
    wake('numbers');
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(3)));
    await shutDown();
    numbers.grow('k', 4);
    await serve(port);
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(4)));
  });

  it('asks again when a frame is missing, and drops one that it has had', async () => {
    const { got } = gather(clientOf('ana'), -1);
    numbers.grow('k', 2);
    wake('numbers');
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(2)));
    const frame = (from: number, to: number) =>
      sockets
        .of(LIVE_NAMESPACE)
        .emit('frame', { topic: 'numbers', key: 'k', from, to, rows: upTo(to, from + 1) });
    frame(0, 2);
    numbers.grow('k', 7);
    frame(5, 7);
    await vi.waitFor(() => expect(got.rows).toEqual(upTo(7)));
  });

  it('waits for a sign-in when no ticket can be had', async () => {
    const states: LiveState[] = [];
    sessionsOver.add('session-ana');
    const client = clientOf('ana', states);
    const { got } = gather(client, -1);
    await vi.waitFor(() => expect(client.state).toBe('signed-out'));
    sessionsOver.clear();
    numbers.grow('k', 0);
    client.retryNow();
    await vi.waitFor(() => expect(got.rows).toEqual([0]));
  });
});

describe('the door', () => {
  const connect = (auth: Record<string, unknown>) =>
    new Promise<string>((resolve) => {
      const socket = io(`${url}${LIVE_NAMESPACE}`, {
        auth,
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
      });
      socket.on('connect', () => (resolve('connected'), socket.close()));
      socket.on('connect_error', (error) => (resolve(error.message), socket.close()));
    });

  it('opens once for each ticket', async () => {
    const ticket = ticketFor('ana');
    expect(await connect({ ticket })).toBe('connected');
    expect(await connect({ ticket })).toBe('ticket_refused');
    expect(await connect({ ticket: 'guessed' })).toBe('ticket_refused');
    expect(await connect({ ticket: { $ne: null } })).toBe('ticket_refused');
    expect(await connect({})).toBe('ticket_refused');
  });

  it('is closed to whom the topic refuses, on joining and as soon as access changes', async () => {
    numbers.refused.add('ana');
    const ana = gather(clientOf('ana'), -1);
    await vi.waitFor(() => expect(ana.got.states).toContain('refused'));
    const luis = gather(clientOf('luis'), -1);
    await vi.waitFor(() => expect(luis.got.states).toContain('live'));
    numbers.refused.add('luis');
    await hub.recheck();
    await vi.waitFor(() => expect(luis.got.states).toContain('refused'));
    numbers.grow('k', 3);
    wake('numbers');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([ana.got.rows, luis.got.rows]).toEqual([[], []]);
  });

  it('is closed to whom lacks the permission that the topic declares, and as soon as they lose it', async () => {
    numbers.permission = 'numbers.list';
    holders.add('luis');
    const ana = gather(clientOf('ana'), -1);
    const luis = gather(clientOf('luis'), -1);
    await vi.waitFor(() => expect(ana.got.states).toContain('refused'));
    await vi.waitFor(() => expect(luis.got.states).toContain('live'));
    holders.clear();
    await hub.recheck();
    await vi.waitFor(() => expect(luis.got.states).toContain('refused'));
  });

  it.each([
    ['when told so', () => hub.closeSession('session-ana')],
    ['when it is noticed', () => hub.recheck()],
  ])('closes behind a session that is over, %s', async (_, notice) => {
    const ana = clientOf('ana');
    const luis = gather(clientOf('luis'), -1);
    const { got } = gather(ana, -1);
    await vi.waitFor(() => expect([...got.states, ...luis.got.states]).toEqual(['live', 'live']));
    sessionsOver.add('session-ana');
    await notice();
    await vi.waitFor(() => expect(ana.state).toBe('signed-out'));
    expect(luis.got.states).toEqual(['live']);
    expect(hub.figures.sockets).toBe(1);
  });

  it('answers malformed requests, and those beyond the limit, with a refusal', async () => {
    const socket = io(`${url}${LIVE_NAMESPACE}`, {
      auth: { ticket: ticketFor('ana') },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    const ask = (request: unknown) =>
      socket.timeout(PATIENCE_MS).emitWithAck('follow', request) as Promise<unknown>;
    const [odd, unknown] = await Promise.all([
      ask({ topic: 'NUMBERS', key: '', cursor: 'x' }),
      ask({ topic: 'letters', key: 'k', cursor: -1 }),
    ]);
    expect([odd, unknown]).toEqual([
      { ok: false, code: 'invalid_request' },
      { ok: false, code: 'unknown_topic' },
    ]);
    const many = await Promise.all(
      upTo(MAX_TOPICS).map((at) => ask({ topic: 'numbers', key: `k${at}`, cursor: -1 })),
    );
    expect(many.filter((answer) => (answer as { ok: boolean }).ok)).toHaveLength(MAX_TOPICS);
    expect(many.at(-1)).toEqual({ ok: false, code: 'too_many_topics' });
    const ended = new Promise((resolve) => socket.on('disconnect', resolve));
    for (let at = 0; at < 30; at++) socket.emit('nonsense', at);
    await ended;
    socket.close();
  });
});
