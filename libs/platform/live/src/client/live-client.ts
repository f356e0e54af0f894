import { io, type Socket } from 'socket.io-client';
import {
  closingNotice,
  feedFrame,
  followAnswer,
  followRefusal,
  LIVE_NAMESPACE,
  revokedNotice,
  waitingNotice,
  type FollowRequest,
} from '../protocol.ts';
import { Following, type FollowHandlers, type FollowState } from './following.ts';

export type { FollowHandlers, FollowState };

/** `signed-out`: no ticket can be had; `retryNow` after a new sign-in goes on. */
export type LiveState = 'connecting' | 'live' | 'offline' | 'signed-out' | 'closed';

export interface LiveClientOptions {
  /** Origin of the server; the page's own when empty. */
  readonly url: string;
  /** A fresh single-use ticket for each connection; null when nobody is signed in, rejects when offline. */
  readonly getTicket: () => Promise<string | null>;
  readonly onState?: (state: LiveState) => void;
  /** The server waits for its store and answers nothing until it hears it; false when it goes on, or the connection ends. */
  readonly onWaiting?: (isWaiting: boolean) => void;
  /** The server ended the connection because the session, or what the person may do, is another now. */
  readonly onSessionChanged?: () => void;
  /** Milliseconds before the n-th attempt (0-based) to connect again. */
  readonly backoff?: (attempt: number) => number;
  /** How long a ticket or an answer may take. */
  readonly patienceMs?: number;
}

export interface LiveClient {
  /**
   * Follows a topic from `cursor` (the last one that the caller's data shows; -1 = from the beginning). Frames
   * come gapless and once, whatever the connection goes through. Returns the way to stop.
   * @throws Error when this topic and key are followed already: share that one
   */
  follow(topic: string, key: string, cursor: number, handlers: FollowHandlers): () => void;
  readonly state: LiveState;
  /** Tries to connect at once: the network is back, somebody signed in. */
  retryNow(): void;
  close(): void;
}

const MAX_BACKOFF_MS = 10_000;
const PATIENCE_MS = 10_000;

/** Doubles from half a second, with jitter so that a node's clients do not all come back at once. */
export const defaultBackoff = (attempt: number): number =>
  Math.min(500 * 2 ** attempt, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2);

/** A connection to the live feed that heals by itself; it connects with the first topic that is followed. */
export function createLiveClient(options: LiveClientOptions): LiveClient {
  return new SocketLiveClient(options);
}

class SocketLiveClient implements LiveClient {
  private readonly socket: Socket;
  private readonly followed = new Map<string, Following>();
  private readonly patienceMs: number;
  private current: LiveState = 'offline';
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Counts attempts to connect, so that a late ticket of an earlier one is not used. */
  private turn = 0;

  constructor(private readonly options: LiveClientOptions) {
    this.patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.socket = io(`${options.url}${LIVE_NAMESPACE}`, {
      autoConnect: false,
      // Ours, because each attempt needs a ticket of its own.
      reconnection: false,
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      timeout: this.patienceMs,
      forceNew: true,
    });
    this.socket.on('connect', () => this.onConnect());
    this.socket.on('connect_error', () => this.connectLater());
    this.socket.on('disconnect', (reason) => this.onDisconnect(reason));
    this.socket.on('frame', (raw: unknown) => this.onFrame(raw));
    this.socket.on('revoked', (raw: unknown) => this.onRevoked(raw));
    this.socket.on('waiting', (raw: unknown) => {
      const notice = waitingNotice.safeParse(raw);
      if (notice.success) options.onWaiting?.(notice.data.waiting);
    });
    this.socket.on('closing', (raw: unknown) => {
      const notice = closingNotice.safeParse(raw);
      // A limit passed is our own fault: coming back at once would only pass it again.
      if (notice.success && notice.data.code === 'limit_passed') this.attempt = 6;
      if (notice.success && notice.data.code === 'session_ended') options.onSessionChanged?.();
    });
  }

  get state(): LiveState {
    return this.current;
  }

  follow(topic: string, key: string, cursor: number, handlers: FollowHandlers): () => void {
    const place = placeOf(topic, key);
    if (this.followed.has(place)) throw new Error(`${topic} ${key} is followed already`);
    const following = new Following(topic, key, cursor, handlers, (request) => this.ask(place, request));
    this.followed.set(place, following);
    if (this.socket.connected) following.begin();
    else if (this.current === 'offline' && !this.timer) void this.connect();
    return () => {
      if (this.followed.get(place) !== following) return;
      this.followed.delete(place);
      following.stop();
      if (this.socket.connected) this.socket.emit('unfollow', { topic, key });
    };
  }

  retryNow(): void {
    if (this.current === 'closed' || this.socket.connected) return;
    this.attempt = 0;
    void this.connect();
  }

  close(): void {
    this.turn += 1;
    this.clearTimer();
    this.setState('closed');
    for (const following of this.followed.values()) following.stop();
    this.followed.clear();
    this.socket.disconnect();
  }

  private async connect(): Promise<void> {
    this.clearTimer();
    const turn = ++this.turn;
    this.setState('connecting');
    let ticket: string | null;
    try {
      ticket = await within(this.patienceMs, this.options.getTicket());
    } catch {
      if (turn === this.turn) this.connectLater();
      return;
    }
    if (turn !== this.turn) return;
    if (ticket === null) {
      this.setState('signed-out');
      return;
    }
    this.socket.auth = { ticket };
    this.socket.connect();
  }

  private connectLater(): void {
    if (this.current === 'closed' || this.timer) return;
    this.turn += 1;
    const wait = (this.options.backoff ?? defaultBackoff)(this.attempt);
    this.attempt += 1;
    // Set before disconnecting, whose own event would come here again.
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.connect();
    }, wait);
    this.socket.disconnect();
    this.setState('offline');
  }

  private onConnect(): void {
    this.setState('live');
    // Otherwise the first answer to a `follow` tells that the connection holds.
    if (this.followed.size === 0) this.attempt = 0;
    for (const following of this.followed.values()) following.begin();
  }

  private onDisconnect(reason: string): void {
    this.options.onWaiting?.(false);
    for (const following of this.followed.values()) following.interrupt();
    if (reason === 'io client disconnect' && (this.timer || this.current === 'closed')) return;
    this.connectLater();
  }

  /** Sends a `follow` and gives the following its answer, if that is still the question. */
  private ask(place: string, request: FollowRequest): void {
    const following = this.followed.get(place);
    const question = following?.question;
    this.socket.timeout(this.patienceMs).emit('follow', request, (late: Error | null, raw: unknown) => {
      if (!following || this.followed.get(place) !== following || following.question !== question) return;
      const answer = followAnswer.safeParse(raw);
      if (late || !answer.success) {
        // A server that does not answer is no connection.
        this.connectLater();
        return;
      }
      if (!answer.data.ok && answer.data.code === followRefusal.unavailable) {
        setTimeout(
          () => following.question === question && this.socket.connected && following.begin(),
          2_000,
        );
        return;
      }
      if (answer.data.ok) this.attempt = 0;
      following.answered(answer.data);
    });
  }

  private onFrame(raw: unknown): void {
    const frame = feedFrame.safeParse(raw);
    if (frame.success) this.followed.get(placeOf(frame.data.topic, frame.data.key))?.receive(frame.data);
  }

  private onRevoked(raw: unknown): void {
    const notice = revokedNotice.safeParse(raw);
    if (!notice.success) return;
    const { topic, key, code } = notice.data;
    this.followed.get(placeOf(topic, key))?.answered({ ok: false, code });
  }

  private setState(state: LiveState): void {
    if (this.current === state) return;
    this.current = state;
    this.options.onState?.(state);
  }

  private clearTimer(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }
}

const placeOf = (topic: string, key: string): string => `${topic} ${key}`;

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('took too long')), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
