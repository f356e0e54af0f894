import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';
import type { Awareness } from 'y-protocols/awareness';
import * as sync from 'y-protocols/sync';
import { WebsocketProvider } from 'y-websocket';
import type * as Y from 'yjs';
import {
  closeCode,
  encodeFrame,
  encodeWrite,
  MAX_CLIENT_MESSAGE_BYTES,
  messageType,
  readAdvance,
  readFrame,
} from '../protocol.ts';
import type { Advance, ClientFrame, Write } from '../protocol.ts';
import { listenToNetwork, type Network } from './network.ts';
import { openSocket, sendNoUpdates, sendOwnPresenceOnly } from './own-presence.ts';
import { reconnectDelay } from './reconnect-schedule.ts';

export type RoomStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'online' }
  /** Reconnecting later; `isBusy`: the user or account has too many connections or requests (4429). */
  | { readonly state: 'offline'; readonly isBusy?: true }
  /** Given up; `code` is the protocol's close code (4401 = signed out). */
  | { readonly state: 'refused'; readonly code: number };

export interface RoomLinkOptions {
  /** Base URL of the rooms, e.g. `wss://host/rooms`. */
  readonly url: string;
  readonly kind: string;
  readonly id: string;
  /** A fresh ticket for each attempt; null when signed out. Rejects when the server can't be reached. */
  getTicket(): Promise<string | null>;
  readonly WebSocket?: typeof globalThis.WebSocket;
  /** Default: the window's `online` and `offline` events. */
  readonly network?: Network;
  /** In [0, 1). */
  readonly random?: () => number;
}

/** Receives the events of a link. */
export interface RoomLinkListener {
  /** Runs before each attempt, which waits for it. Must not reject. */
  onConnecting(): Promise<void>;
  /** A socket is open; messages sent now precede y-websocket's SyncStep1. */
  onOpen(): void;
  /** A JSON frame, not validated yet. */
  onFrame(value: unknown): void;
  /** The document took the server's SyncStep2. */
  onSyncStep2(): void;
  onAdvance(advance: Advance): void;
  /** The server requests updates it lacks; only in rooms whose documents clients write. */
  onSyncStep1?(stateVector: Uint8Array): void;
  /** The socket is closed. */
  onDown(): void;
  onStatus(status: RoomStatus): void;
}

const QUIET_MS = 10_000;
const MAX_PROTOCOL_ERRORS = 3;

export const isBusy = (status: RoomStatus): boolean => status.state === 'offline' && status.isBusy === true;

/**
 * y-websocket's provider with our own reconnect control: a fresh ticket for every attempt, the protocol's close codes,
 * network events, and detection of silent connections.
 */
export class RoomLink {
  private provider: WebsocketProvider;
  private current: RoomStatus = { state: 'connecting' };
  private failures = 0;
  private protocolErrors = 0;
  /** Number of the current attempt: tickets that arrive for an earlier one are ignored. */
  private attempt = 0;
  private stopped = false;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private watch: ReturnType<typeof setInterval> | null = null;
  private readonly stopListening: (() => void)[] = [];

  constructor(
    private readonly options: RoomLinkOptions,
    private readonly presence: Awareness,
    doc: Y.Doc,
    private readonly listener: RoomLinkListener,
  ) {
    this.provider = this.provide(doc);
  }

  get doc(): Y.Doc {
    return this.provider.doc;
  }
  get status(): RoomStatus {
    return this.current;
  }

  start(): void {
    const network = this.options.network ?? listenToNetwork();
    this.stopListening.push(
      network.onOnline(() => this.retryNow()),
      network.onOffline(() => this.cut()),
    );
    this.watch = setInterval(() => this.keepAlive(), QUIET_MS / 2);
    if (network.isOffline()) this.become({ state: 'offline' });
    else void this.connect();
  }

  stop(): void {
    this.stopped = true;
    this.cancelRetry();
    if (this.watch) clearInterval(this.watch);
    for (const stop of this.stopListening) stop();
    this.provider.destroy();
  }

  /** Sends a frame if the socket is open; `too-large` is a message that would make the server close the connection. */
  send(frame: ClientFrame): 'sent' | 'down' | 'too-large' {
    return this.sendBytes(encodeFrame(frame));
  }

  /** Sends a numbered update of a document that clients write; results as for `send`. */
  write(write: Write): 'sent' | 'down' | 'too-large' {
    return this.sendBytes(encodeWrite(write));
  }

  private sendBytes(message: Uint8Array): 'sent' | 'down' | 'too-large' {
    const socket = openSocket(this.provider);
    if (!socket) return 'down';
    if (message.length > MAX_CLIENT_MESSAGE_BYTES) return 'too-large';
    socket.send(bytes(message));
    return 'sent';
  }

  /** Marks the connection as working: reconnect backoff starts from zero again. */
  succeeded(): void {
    this.failures = 0;
    this.protocolErrors = 0;
    this.become({ state: 'online' });
  }

  /** Closes this connection and opens another after the backoff. */
  restart(): void {
    this.provider.disconnect();
  }

  /** Switches to another document over a new connection: at once the first time, then after the backoff. */
  replaceDocument(doc: Y.Doc): void {
    const old = this.provider;
    this.provider = this.provide(doc);
    const wasUp = old.ws !== null;
    old.destroy();
    old.doc.destroy();
    this.listener.onDown();
    if (!wasUp || this.stopped) return;
    this.failures += 1;
    this.schedule(this.failures > 1 ? this.delay() : 0);
  }

  private async connect(): Promise<void> {
    if (this.stopped || this.provider.ws || this.current.state === 'refused') return;
    const attempt = ++this.attempt;
    let ticket: string | null;
    try {
      [ticket] = await Promise.all([this.options.getTicket(), this.listener.onConnecting()]);
    } catch {
      if (attempt === this.attempt && !this.stopped) this.failed();
      return;
    }
    if (this.stopped || attempt !== this.attempt) return;
    if (ticket === null) return this.refuse(closeCode.ticketRefused);
    this.provider.params = { ticket };
    this.provider.connect();
  }

  private onClosed(code: number | null): void {
    // y-websocket would reconnect by itself with the used ticket.
    this.provider.shouldConnect = false;
    this.listener.onDown();
    if (this.stopped || this.current.state === 'refused') return;
    switch (code) {
      case closeCode.forbidden:
      case closeCode.notFound:
      case closeCode.unreadable:
        return this.refuse(code);
      case closeCode.protocolError:
        if (++this.protocolErrors >= MAX_PROTOCOL_ERRORS) return this.refuse(code);
        return this.failed();
      case closeCode.ticketRefused:
        // An expired ticket is expected: the first time, reconnect at once with a new one.
        if (this.failures > 0) return this.failed();
        this.failures = 1;
        return this.schedule(0);
      default:
        return this.failed(code === closeCode.tooBusy);
    }
  }

  private failed(busy = false): void {
    this.failures += 1;
    this.become(busy ? { state: 'offline', isBusy: true } : { state: 'offline' });
    this.schedule(this.delay(busy));
  }

  private delay(busy = false): number {
    return reconnectDelay(this.failures, (this.options.random ?? Math.random)(), busy);
  }

  private schedule(delay: number): void {
    this.cancelRetry();
    this.retry = setTimeout(() => {
      this.retry = null;
      void this.connect();
    }, delay);
  }

  private cancelRetry(): void {
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
  }

  private retryNow(): void {
    if (this.stopped || this.provider.ws || this.current.state === 'refused') return;
    this.failures = 0;
    this.schedule(0);
  }

  /** The network is down; the socket itself may not notice for a long time. */
  private cut(): void {
    if (this.current.state === 'refused') return;
    this.attempt += 1;
    this.provider.disconnect();
    this.cancelRetry();
    this.become({ state: 'offline' });
  }

  private refuse(code: number): void {
    this.become({ state: 'refused', code });
    this.cancelRetry();
    this.provider.disconnect();
  }

  private become(status: RoomStatus): void {
    if (status.state === this.current.state && isBusy(status) === isBusy(this.current)) return;
    this.current = status;
    this.listener.onStatus(status);
  }

  /** Browsers do not expose pings: when the connection is quiet, query awareness; close it when it stays silent. */
  private keepAlive(): void {
    if (!this.provider.wsconnected) return;
    const quiet = Date.now() - this.provider.wsLastMessageReceived;
    if (quiet > 2 * QUIET_MS) return this.restart();
    if (quiet < QUIET_MS) return;
    const encoder = encoding.createEncoder();
    encoding.writeVarUint(encoder, messageType.queryAwareness);
    openSocket(this.provider)?.send(bytes(encoding.toUint8Array(encoder)));
  }

  private provide(doc: Y.Doc): WebsocketProvider {
    const provider = new WebsocketProvider(`${this.options.url}/${this.options.kind}`, this.options.id, doc, {
      connect: false,
      disableBc: true,
      awareness: this.presence,
      shouldReconnect: () => false,
      ...(this.options.WebSocket ? { WebSocketPolyfill: this.options.WebSocket } : {}),
    });
    sendNoUpdates(provider);
    sendOwnPresenceOnly(provider);
    const isCurrent = () => provider === this.provider;
    provider.on('status', ({ status }) => {
      if (status === 'connected' && isCurrent()) this.listener.onOpen();
    });
    provider.on('connection-close', (event) => {
      if (isCurrent()) this.onClosed(event?.code ?? null);
    });
    const on = (type: number, read: (decoder: decoding.Decoder) => void) => {
      provider.messageHandlers[type] = (_encoder, decoder) => {
        if (!isCurrent()) return;
        try {
          read(decoder);
        } catch (error) {
          // Malformed message or failing listener: reconnect instead of continuing in an unknown state, and report the
          // error.
          this.restart();
          queueMicrotask(() => {
            throw error;
          });
        }
      };
    };
    on(messageType.sync, (decoder) => {
      // The server sends document updates only as `advance` messages, which carry their version.
      const step = decoding.readVarUint(decoder);
      if (step === sync.messageYjsSyncStep1)
        return this.listener.onSyncStep1?.(decoding.readVarUint8Array(decoder));
      if (step !== sync.messageYjsSyncStep2) return;
      sync.readSyncStep2(decoder, doc, provider);
      this.listener.onSyncStep2();
    });
    on(messageType.frame, (decoder) => this.listener.onFrame(readFrame(decoder)));
    on(messageType.advance, (decoder) => this.listener.onAdvance(readAdvance(decoder)));
    return provider;
  }
}

/** lib0 encoders never use shared buffers; the copy satisfies the socket's type. */
const bytes = (message: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(message);
