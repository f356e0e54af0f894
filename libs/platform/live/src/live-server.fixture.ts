import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { createLiveClient, type FollowState, type LiveClient, type LiveState } from './client/index.ts';
import { LIVE_NAMESPACE, type FeedFrame } from './protocol.ts';
import { attachLive, LiveHub, TopicRegistry, type LivePrincipal, type Topic } from './server/index.ts';

interface Person extends LivePrincipal {
  readonly userId: string;
  readonly sessionId: string;
}

/** A log of numbers for each key; the row at cursor n is n. */
export class NumberTopic implements Topic<Person, number> {
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

/** Server of one topic, `numbers`, with its clients. */
export class LiveServer {
  numbers = new NumberTopic('numbers');
  http!: HttpServer;
  sockets!: Server;
  hub!: LiveHub<Person>;
  url = '';
  /** Notifies the hub that a projector has made progress. */
  wake: (projector: string | null) => void = () => undefined;
  /** Users with the permission `numbers.list`. */
  readonly holders = new Set<string>();
  /** Sessions that have ended. */
  readonly sessionsOver = new Set<string>();
  private readonly tickets = new Map<string, Person>();
  private readonly clients: LiveClient[] = [];
  private issued = 0;

  static async start(): Promise<LiveServer> {
    const live = new LiveServer();
    await live.serve();
    return live;
  }

  async serve(port = 0): Promise<void> {
    const { numbers, holders, sessionsOver, tickets } = this;
    this.http = createServer();
    this.sockets = new Server(this.http, { transports: ['websocket', 'polling'] });
    const listeners = new Set<(projector: string | null) => void>();
    this.wake = (projector) => listeners.forEach((listener) => listener(projector));
    this.hub = new LiveHub<Person>({
      topics: new TopicRegistry<Person>().register(numbers),
      wake: { onProjected: (listener) => (listeners.add(listener), () => listeners.delete(listener)) },
      log: { warn: () => undefined },
      currentPrincipal: (person) => (sessionsOver.has(person.sessionId) ? null : person),
      may: ({ userId }, permission) => permission === 'numbers.list' && holders.has(userId),
      pollMs: 60_000,
    });
    attachLive(this.sockets.of(LIVE_NAMESPACE), this.hub, (ticket) => {
      const person = tickets.get(ticket) ?? null;
      tickets.delete(ticket);
      return person;
    });
    await new Promise<void>((resolve) => this.http.listen(port, resolve));
    this.url = `http://localhost:${(this.http.address() as AddressInfo).port}`;
  }

  /** Ends the server; its clients remain. */
  async shutDown(): Promise<void> {
    await this.hub.close();
    await this.sockets.close();
  }

  async stop(): Promise<void> {
    this.clients.forEach((client) => client.close());
    await this.shutDown();
  }

  ticketFor(userId: string): string {
    const ticket = `t-${userId}-${this.issued++}`;
    this.tickets.set(ticket, { userId, sessionId: `session-${userId}` });
    return ticket;
  }

  clientOf(userId: string, states: LiveState[] = []): LiveClient {
    const client = createLiveClient({
      url: this.url,
      getTicket: async () => (this.sessionsOver.has(`session-${userId}`) ? null : this.ticketFor(userId)),
      onState: (state) => states.push(state),
      backoff: () => 20,
    });
    this.clients.push(client);
    return client;
  }
}

export function gather(client: LiveClient, cursor: number, key = 'k') {
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
