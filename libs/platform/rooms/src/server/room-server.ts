import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  closeCode,
  MAX_CLIENT_MESSAGE_BYTES,
  MAX_INTENT_BYTES,
  MAX_INTENTS_IN_FLIGHT,
  MAX_WRITES_IN_FLIGHT,
  ROOM_PATH,
} from '../protocol.ts';
import { Channel, type PresenceListener } from './channel.ts';
import type { ConnectionHooks } from './connection-hooks.ts';
import { Connection } from './connection.ts';
import { IntentShares, type Holder } from './intent-shares.ts';
import { RoomRefusal, type RoomHost, type RoomLimits, type RoomLog } from './room-host.ts';
import { UnansweredIntents } from './unanswered-intents.ts';
import { WORK_OF_ENTERING } from './work-of-messages.ts';

export const defaultRoomLimits: RoomLimits = {
  bufferedBytes: 8 * 1024 * 1024,
  inboxBytes: 2 * MAX_CLIENT_MESSAGE_BYTES,
  intentsInFlight: MAX_INTENTS_IN_FLIGHT,
  unansweredBytes: 4 * MAX_CLIENT_MESSAGE_BYTES,
  personUnansweredBytes: 8 * MAX_CLIENT_MESSAGE_BYTES,
  accountUnansweredBytes: 64 * MAX_CLIENT_MESSAGE_BYTES,
  writesInFlight: MAX_WRITES_IN_FLIGHT,
  greetings: 20,
  intentBytes: MAX_INTENT_BYTES,
  messageBytes: MAX_CLIENT_MESSAGE_BYTES,
  presenceDelay: 50,
  beat: 15_000,
};

export interface RoomServerOptions<P> extends ConnectionHooks<P> {
  readonly hosts: readonly RoomHost<P>[];
  /** Null when the ticket is unknown, used or expired. */
  readonly redeem: (ticket: string) => P | null | Promise<P | null>;
  /** Whether a principal holds a permission; if absent, rooms that require one admit no connection. */
  readonly may?: (principal: P, permission: string) => boolean;
  /** Session of a principal, for `closeSession`. */
  readonly sessionOf: (principal: P) => string | null;
  /**
   * Takes one of a user's connection slots and returns its release; null when all are in use. Unlimited when absent.
   */
  readonly share?: (principal: P) => (() => void) | null;
  /** Holder of a principal's unanswered intents; when absent, limits apply per connection. */
  readonly holderOf?: (principal: P) => Holder;
  /** Called on presence changes, debounced. */
  readonly onPresence?: PresenceListener;
  readonly log?: RoomLog;
  readonly limits?: Partial<RoomLimits>;
}

/**
 * WebSocket server of all rooms: `/rooms/<kind>/<id>?ticket=…`. It shares its HTTP server with other upgrade handlers
 * (socket.io) and ignores all other paths.
 */
export class RoomServer<P> {
  private readonly hosts: ReadonlyMap<string, RoomHost<P>>;
  private readonly channels = new Map<string, Channel<P>>();
  private readonly connections = new Set<Connection<P>>();
  private readonly limits: RoomLimits;
  private readonly intentShares: IntentShares;
  private readonly log: RoomLog;
  private readonly sockets: WebSocketServer;
  private readonly heart: NodeJS.Timeout;
  private isShut = false;

  constructor(private readonly options: RoomServerOptions<P>) {
    this.hosts = new Map(options.hosts.map((host) => [host.kind, host]));
    this.limits = { ...defaultRoomLimits, ...options.limits };
    const { personUnansweredBytes: person, accountUnansweredBytes: account } = this.limits;
    this.intentShares = new IntentShares({ person, account });
    this.log = options.log ?? (() => undefined);
    this.sockets = new WebSocketServer({
      noServer: true,
      maxPayload: this.limits.messageBytes,
      perMessageDeflate: false,
    });
    this.heart = setInterval(() => this.beat(), this.limits.beat);
    this.heart.unref();
  }

  /** `mayKnock`: whether the upgrade request is accepted at all; true when absent. */
  attach(server: Server, mayKnock: (request: IncomingMessage) => boolean = () => true): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      const address = addressOf(request);
      if (!address) return;
      if (!mayKnock(request)) {
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      this.sockets.handleUpgrade(
        request,
        socket,
        head,
        (webSocket) => void this.enter(webSocket, socket, address),
      );
    });
  }

  get connectionCount(): number {
    return this.connections.size;
  }

  /** Closes all connections of a session: signed out, expired, or its user locked. */
  closeSession(sessionId: string, code: number = closeCode.ticketRefused, reason = 'session ended'): void {
    for (const connection of [...this.connections]) {
      if (connection.sessionId === sessionId) connection.close(code, reason);
    }
  }

  /** Closes every connection; clients reconnect with a new ticket, here or to another node. */
  sendAway(): void {
    for (const connection of [...this.connections]) connection.close(closeCode.tryAgain, 'try again');
  }

  /** Sends held messages. Connections that lost access must have been closed before. */
  release(): void {
    for (const connection of [...this.connections]) connection.release();
  }

  /** Rejects new connections, which then go to another node. Open connections stay. */
  shut(): void {
    this.isShut = true;
  }

  /** Rejects new connections and closes open ones, so that clients reconnect to another node. */
  async drain(patience = 1_000): Promise<void> {
    this.shut();
    clearInterval(this.heart);
    for (const connection of [...this.connections]) connection.close(closeCode.goingAway, 'going away');
    const sockets = [...this.sockets.clients];
    const gone = Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
    const late = setTimeout(() => sockets.forEach((socket) => socket.terminate()), patience);
    await gone;
    clearTimeout(late);
  }

  private async enter(socket: WebSocket, wire: Duplex, address: RoomAddress): Promise<void> {
    // Messages sent meanwhile wait in the socket's kernel buffer.
    socket.pause();
    try {
      const refuse = (code: number, reason: string) => refused(socket, code, reason);
      if (this.isShut) return refuse(closeCode.goingAway, 'going away');
      const principal = address.ticket === null ? null : await this.options.redeem(address.ticket);
      // Checked again: `drain` may have run during the ticket lookup, and closes only connections it knows.
      if (this.isShut) return refuse(closeCode.goingAway, 'going away');
      if (principal === null) return refuse(closeCode.ticketRefused, 'ticket refused');
      const host = this.hosts.get(address.kind);
      if (!host) return refuse(closeCode.notFound, 'no such room');
      const release = this.options.share ? this.options.share(principal) : () => undefined;
      if (release === null) return refuse(closeCode.tooBusy, 'too many connections');
      const session = this.options.sessionOf(principal);
      const connection = new Connection<P>(
        socket,
        wire,
        principal,
        session,
        this.limits,
        this.unansweredOf(principal),
        this.options,
      );
      this.connections.add(connection);
      connection.onClosed = () => {
        this.connections.delete(connection);
        release();
      };
      socket.resume();
      await this.admit(connection, host, address.id);
    } catch (error) {
      this.log('error', 'a connection could not be taken in', { kind: address.kind, id: address.id, error });
      refused(socket, closeCode.tryAgain, 'try again');
    }
  }

  private unansweredOf(principal: P): UnansweredIntents {
    const alone = (): Holder => ({ person: randomUUID(), account: randomUUID() });
    const holder = this.options.holderOf?.(principal) ?? alone();
    return new UnansweredIntents(this.limits.unansweredBytes, this.intentShares, holder);
  }

  private async admit(connection: Connection<P>, host: RoomHost<P>, id: string): Promise<void> {
    try {
      const { permission } = host;
      const holds = permission === null || this.options.may?.(connection.principal, permission) === true;
      if (!holds) return connection.close(closeCode.forbidden, 'not permitted');
      await this.options.pace?.take(connection.principal, WORK_OF_ENTERING);
      const admission = await host.authorize(connection.principal, id);
      if (!admission.ok) return connection.close(admission.code, admission.reason);
      if (!connection.isOpen) return;
      const channel = this.channelOf(host, id);
      connection.enter(channel);
      await channel.join(connection);
      connection.admit({ channel, user: admission.user, mode: admission.mode });
    } catch (error) {
      if (this.isShut) return connection.close(closeCode.goingAway, 'going away');
      this.log('error', 'a room could not be opened', { kind: host.kind, id, error });
      if (error instanceof RoomRefusal) return connection.close(error.code, error.message);
      connection.close(closeCode.tryAgain, 'try again');
    }
  }

  private channelOf(host: RoomHost<P>, id: string): Channel<P> {
    const key = `${host.kind}/${id}`;
    const open = this.channels.get(key);
    if (open) return open;
    const onEmpty = () => {
      if (this.channels.get(key) === channel) this.channels.delete(key);
    };
    const channel: Channel<P> = new Channel(
      host,
      id,
      this.limits,
      this.log,
      onEmpty,
      this.options.onPresence,
    );
    this.channels.set(key, channel);
    return channel;
  }

  private beat(): void {
    for (const connection of [...this.connections]) connection.beat();
  }
}

interface RoomAddress {
  readonly kind: string;
  readonly id: string;
  readonly ticket: string | null;
}

/** Null for paths outside `ROOM_PATH`. */
function addressOf(request: IncomingMessage): RoomAddress | null {
  const target = request.url ?? '';
  if (!target.startsWith(`${ROOM_PATH}/`) || !URL.canParse(target, 'http://room')) return null;
  const url = new URL(target, 'http://room');
  const [kind = '', id = ''] = url.pathname.slice(ROOM_PATH.length + 1).split('/');
  return { kind, id, ticket: url.searchParams.get('ticket') };
}

function refused(socket: WebSocket, code: number, reason: string): void {
  socket.on('error', () => undefined);
  socket.resume();
  socket.close(code, reason);
}
