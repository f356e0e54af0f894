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

/** `signed-out`: no ticket available; call `retryNow` after a new sign-in. */
export type LiveState = 'connecting' | 'live' | 'offline' | 'signed-out' | 'closed';

export interface LiveClientOptions {
  /** Origin of the server; the page's own when empty. */
  readonly url: string;
  /** A fresh single-use ticket for each connection; null when signed out, rejects when offline. */
  readonly getTicket: () => Promise<string | null>;
  readonly onState?: (state: LiveState) => void;
  /**
   * True while the server waits for its event log and delays all answers; false when it continues, or on disconnect.
   */
  readonly onWaiting?: (isWaiting: boolean) => void;
  /** The server closed the connection because the session ended or the user's rights changed. */
  readonly onSessionChanged?: () => void;
  /** Milliseconds before the n-th (0-based) reconnection attempt. */
  readonly backoff?: (attempt: number) => number;
  /** Timeout in milliseconds for a ticket, a connection or an answer. */
  readonly patienceMs?: number;
}

export interface LiveClient {
  /**
   * Follows a topic from `cursor` (the last one contained in the caller's data; -1 = from the beginning). Frames arrive
   * without gaps and exactly once, across reconnections. Followers of the same topic and key share one subscription.
   * Returns the way to stop.
   */
  follow(topic: string, key: string, cursor: number, handlers: FollowHandlers): () => void;
  readonly state: LiveState;
  /** Connects at once: the network is back, or the user signed in. */
  retryNow(): void;
  close(): void;
}

const MAX_BACKOFF_MS = 10_000;
const PATIENCE_MS = 10_000;

/** Doubles from half a second, with jitter so that a node's clients do not reconnect all at once. */
export const defaultBackoff = (attempt: number): number =>
  Math.min(500 * 2 ** attempt, MAX_BACKOFF_MS) * (0.5 + Math.random() / 2);

/** Creates a self-healing connection to the live feed; it connects when the first topic is followed. */
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
  /** Number of the current attempt: late tickets of earlier ones are ignored. */
  private turn = 0;

  constructor(private readonly options: LiveClientOptions) {
    this.patienceMs = options.patienceMs ?? PATIENCE_MS;
    this.socket = io(`${options.url}${LIVE_NAMESPACE}`, {
      autoConnect: false,
      // Handled here, because each attempt needs a new ticket.
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
      // This client exceeded a limit; reconnecting at once would exceed it again.
      if (notice.success && notice.data.code === 'limit_passed') this.attempt = 6;
      if (notice.success && notice.data.code === 'session_ended') options.onSessionChanged?.();
    });
  }

  get state(): LiveState {
    return this.current;
  }

  follow(topic: string, key: string, cursor: number, handlers: FollowHandlers): () => void {
    const place = placeOf(topic, key);
    const following =
      this.followed.get(place) ?? new Following(topic, key, (request) => this.ask(place, request));
    this.followed.set(place, following);
    const leave = following.join(cursor, handlers, this.socket.connected);
    if (!this.socket.connected && this.current === 'offline' && !this.timer) void this.connect();
    return () => {
      if (leave() || this.followed.get(place) !== following) return;
      this.followed.delete(place);
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
    // Set before disconnecting, whose own event would call this method again.
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.connect();
    }, wait);
    this.socket.disconnect();
    this.setState('offline');
  }

  private onConnect(): void {
    this.setState('live');
    // With subscriptions, the counter is reset only by the first answer, which proves that the connection works.
    if (this.followed.size === 0) this.attempt = 0;
    for (const following of this.followed.values()) following.begin();
  }

  private onDisconnect(reason: string): void {
    this.options.onWaiting?.(false);
    for (const following of this.followed.values()) following.interrupt();
    if (reason === 'io client disconnect' && (this.timer || this.current === 'closed')) return;
    this.connectLater();
  }

  /** Sends a `follow` and passes on its answer, unless another `follow` was sent meanwhile. */
  private ask(place: string, request: FollowRequest): void {
    const following = this.followed.get(place);
    const question = following?.question;
    this.socket.timeout(this.patienceMs).emit('follow', request, (late: Error | null, raw: unknown) => {
      if (!following || this.followed.get(place) !== following || following.question !== question) return;
      const answer = followAnswer.safeParse(raw);
      if (late || !answer.success) {
        // A server that does not answer counts as disconnected.
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
