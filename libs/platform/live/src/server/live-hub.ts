import {
  followRefusal,
  followRequest,
  MAX_TOPICS,
  unfollowRequest,
  type FollowAnswer,
  type RevokedNotice,
} from '../protocol.ts';
import { Channel, type Emit, type Follower, type Gate } from './channel.ts';
import type { LivePrincipal, Topic, TopicRegistry } from './topic.ts';

/** Announces committed batches of projectors; null when any projector may be meant. */
export interface WakeSource {
  onProjected(listener: (projector: string | null) => void): () => void;
}

/** Socket operations that the hub needs. */
export interface LiveSockets {
  readonly emit: Emit;
  revoke(socketId: string, notice: RevokedNotice): void;
  end(socketId: string, code: 'session_ended' | 'limit_passed' | 'going_away'): void;
  /** Announces the start or end of a pause to every socket. */
  waiting?(isWaiting: boolean): void;
}

/** Pause of all output: a node whose knowledge of rights is stale sends nothing until it is current again. */
export interface Pause {
  readonly isPaused: boolean;
  /** Resolves once no pause is active. */
  untilHeard(): Promise<void>;
  /** Called when a pause begins and when it ends. */
  onPause(listener: (isPaused: boolean) => void): () => void;
}

export interface HubLog {
  warn(facts: object, message: string): void;
}

export interface HubOptions<P extends LivePrincipal> {
  readonly topics: TopicRegistry<P>;
  readonly wake: WakeSource;
  readonly log: HubLog;
  /** The user's current rights; null once the session has ended. Called when access changed and every `recheckMs`. */
  readonly currentPrincipal?: (principal: P) => P | null;
  /** Whether a principal holds a permission; if absent, topics that require one can't be followed. */
  readonly may?: (principal: P, permission: string) => boolean;
  /** Takes one of a user's socket slots and returns its release; null when all are in use. Unlimited when absent. */
  readonly share?: (principal: P) => (() => void) | null;
  /** Rate limiter for a user's work, in events; unlimited when absent. */
  readonly pace?: { take(principal: P, cost: number): Promise<void> | null };
  /** If absent, output is never paused. */
  readonly pause?: Pause;
  /** Poll interval in milliseconds, in case wake-ups are lost; runs while a topic is followed. */
  readonly pollMs?: number;
  readonly recheckMs?: number;
}

interface Followed<P extends LivePrincipal> {
  readonly channelId: string;
  readonly key: string;
  readonly topic: Topic<P>;
}

interface Connection<P extends LivePrincipal> {
  principal: P;
  /** By topic and key. */
  readonly followed: Map<string, Followed<P>>;
  /** Tail of the message queue: messages of one socket are handled in order. */
  last: Promise<unknown>;
  /** Releases the user's socket slot. */
  readonly release: () => void;
}

/** Work of one `follow`, in events: the database reads for the access check and the first page. */
const WORK_OF_FOLLOWING = 12;
const POLL_MS = 2_000;
const RECHECK_MS = 10_000;

/**
 * Subscriptions on this node. Independent of frameworks: the gateway provides sockets, projections wake it, topics read
 * rows. It serves only this node's sockets; every node does the same from the same log.
 */
export class LiveHub<P extends LivePrincipal> {
  private readonly connections = new Map<string, Connection<P>>();
  private readonly channels = new Map<string, Channel<P>>();
  /** By user, the tail of their queue: one `follow` of a user is judged at a time, over all their sockets. */
  private readonly following = new Map<string, Promise<void>>();
  /** Running checks and reads, including those for sockets that have disconnected. */
  private readonly underWay = new Set<Promise<void>>();
  private sockets: LiveSockets | null = null;
  private readonly forgetWake: () => void;
  private poll: NodeJS.Timeout | null = null;
  private recheckTimer: NodeJS.Timeout | null = null;
  private readonly forgetPause: () => void;
  /** Access checks after a pause; frames wait until they are done. */
  private rechecking: Promise<void> | null = null;
  private isClosed = false;
  private endWaits: () => void = () => undefined;
  private readonly closing = new Promise<void>((resolve) => (this.endWaits = resolve));

  constructor(private readonly options: HubOptions<P>) {
    this.forgetWake = options.wake.onProjected((projector) => this.wakeChannels(projector));
    this.forgetPause = options.pause?.onPause((isPaused) => this.onPause(isPaused)) ?? (() => undefined);
  }

  attach(sockets: LiveSockets): void {
    this.sockets = sockets;
  }

  /** Registers a socket; closes it at once if the user has no socket slot left. */
  connected(socketId: string, principal: P): void {
    const release = this.options.share ? this.options.share(principal) : () => undefined;
    if (release === null) return this.sockets?.end(socketId, 'limit_passed');
    this.connections.set(socketId, { principal, followed: new Map(), last: Promise.resolve(), release });
  }

  /** Parses, checks and registers a `follow`; `answer` is called before the first frame. */
  follow(socketId: string, raw: unknown, answer: (answer: FollowAnswer) => void): Promise<void> {
    return this.inTurn(socketId, async (connection) => {
      let refusal: string | null = null;
      try {
        await this.options.pace?.take(connection.principal, WORK_OF_FOLLOWING);
        if (this.isPaused) await this.untilHeard();
        await this.inTurnOfUser(connection.principal.userId, async () => {
          refusal = await this.judge(connection, socketId, raw, answer);
        });
      } catch (error) {
        this.options.log.warn({ error: String(error) }, 'follow failed');
        refusal = followRefusal.unavailable;
      }
      if (refusal !== null) answer({ ok: false, code: refusal });
    });
  }

  unfollow(socketId: string, raw: unknown): Promise<void> {
    const parsed = unfollowRequest.safeParse(raw);
    if (!parsed.success) return Promise.resolve();
    return this.inTurn(socketId, async () =>
      this.leave(socketId, placeOf(parsed.data.topic, parsed.data.key)),
    );
  }

  disconnected(socketId: string): void {
    const connection = this.connections.get(socketId);
    if (!connection) return;
    for (const place of [...connection.followed.keys()]) this.leave(socketId, place);
    this.connections.delete(socketId);
    connection.release();
  }

  /** Closes every socket of a session. */
  closeSession(sessionId: string): void {
    for (const [socketId, { principal }] of [...this.connections]) {
      if (principal.sessionId === sessionId) this.end(socketId, 'session_ended');
    }
  }

  /**
   * Repeats all access checks, for one user's sockets or for all; call it when roles, locks or teams changed. Topics
   * without access are revoked; sockets of ended sessions are closed.
   */
  async recheck(userId?: string): Promise<void> {
    const { currentPrincipal } = this.options;
    const affected = [...this.connections].filter(
      ([, { principal }]) => userId === undefined || principal.userId === userId,
    );
    for (const [socketId, connection] of affected) {
      const principal = currentPrincipal ? currentPrincipal(connection.principal) : connection.principal;
      if (principal === null) this.end(socketId, 'session_ended');
      else await this.inTurn(socketId, () => this.recheckTopics(socketId, connection, principal));
    }
  }

  /** Closes every socket; clients reconnect with a new ticket, here or to another node. */
  sendAway(): void {
    for (const socketId of [...this.connections.keys()]) this.end(socketId, 'going_away');
  }

  /** Closes every socket, and resolves once no read is running; for shutdown. */
  async close(): Promise<void> {
    this.forgetWake();
    this.forgetPause();
    this.stopTimers();
    this.sendAway();
    this.isClosed = true;
    this.endWaits();
    await Promise.all(this.underWay);
  }

  get figures(): { readonly sockets: number; readonly channels: number } {
    return { sockets: this.connections.size, channels: this.channels.size };
  }

  private get isPaused(): boolean {
    return !this.isClosed && this.options.pause?.isPaused === true;
  }

  private untilHeard(): Promise<void> {
    return Promise.race([this.options.pause?.untilHeard(), this.closing]);
  }

  private onPause(isPaused: boolean): void {
    this.sockets?.waiting?.(isPaused);
    if (isPaused) return;
    // Access granted through teams is stored in read models, which may have changed during the pause.
    const rechecking = this.recheck()
      .catch((error: unknown) => this.options.log.warn({ error: String(error) }, 'access not checked again'))
      .then(() => {
        if (this.rechecking === rechecking) this.rechecking = null;
      });
    this.rechecking = rechecking;
  }

  private readonly gate: Gate = {
    isPaused: () => this.isPaused || this.rechecking !== null,
    untilHeard: async () => {
      while (this.isPaused || this.rechecking !== null) await (this.rechecking ?? this.untilHeard());
    },
  };

  /** Registers the follower and answers; returns the code when refused. */
  private async judge(
    connection: Connection<P>,
    socketId: string,
    raw: unknown,
    answer: (answer: FollowAnswer) => void,
  ): Promise<string | null> {
    const parsed = followRequest.safeParse(raw);
    if (!parsed.success) return followRefusal.invalid;
    const { topic: name, key } = parsed.data;
    const topic = this.options.topics.get(name);
    if (!topic) return followRefusal.unknownTopic;
    const place = placeOf(name, key);
    if (!connection.followed.has(place) && connection.followed.size >= MAX_TOPICS)
      return followRefusal.tooMany;
    const { principal } = connection;
    if (!(await this.mayFollow(principal, topic, key))) return followRefusal.forbidden;
    const head = await topic.head(principal, key);
    if (this.connections.get(socketId) !== connection) return followRefusal.unavailable;

    this.leave(socketId, place);
    const cursor = topic.isWhole || parsed.data.cursor > head ? -1 : parsed.data.cursor;
    const from = { cursor, sentTo: cursor, sent: new Set<string>() };
    const channel = this.enter(socketId, connection, topic, key, from);
    // In the same tick as registering, so that no frame precedes the answer.
    answer({ ok: true, cursor });
    channel.catchUp();
    return null;
  }

  private mayFollow(principal: P, topic: Topic<P>, key: string): boolean | Promise<boolean> {
    const { permission } = topic;
    const holds = permission === null || this.options.may?.(principal, permission) === true;
    return holds && topic.authorize(principal, key);
  }

  private enter(
    socketId: string,
    connection: Connection<P>,
    topic: Topic<P>,
    key: string,
    from: Pick<Follower<P>, 'cursor' | 'sentTo' | 'sent'>,
  ): Channel<P> {
    const { principal } = connection;
    const audience = topic.audience?.(principal, key) ?? principal.userId;
    const channelId = JSON.stringify([topic.name, key, audience]);
    let channel = this.channels.get(channelId);
    if (!channel) {
      channel = new Channel(
        topic,
        key,
        (socketIds, frame) => this.sockets?.emit(socketIds, frame),
        (error) => this.options.log.warn({ topic: topic.name, error: String(error) }, 'feed not read'),
        (reading) => this.keep(reading),
        this.gate,
      );
      this.channels.set(channelId, channel);
      this.startTimers();
    }
    channel.followers.set(socketId, { socketId, principal, ...from });
    connection.followed.set(placeOf(topic.name, key), { channelId, key, topic });
    return channel;
  }

  private leave(socketId: string, place: string): void {
    const connection = this.connections.get(socketId);
    const followed = connection?.followed.get(place);
    if (!connection || !followed) return;
    connection.followed.delete(place);
    const channel = this.channels.get(followed.channelId);
    channel?.followers.delete(socketId);
    if (channel?.followers.size === 0) {
      channel.close();
      this.channels.delete(followed.channelId);
      if (this.channels.size === 0) this.stopTimers();
    }
  }

  private async recheckTopics(socketId: string, connection: Connection<P>, principal: P): Promise<void> {
    const changed = principal !== connection.principal;
    connection.principal = principal;
    for (const [place, { channelId, key, topic }] of [...connection.followed]) {
      const allowed = await this.mayFollow(principal, topic, key);
      if (!allowed) {
        this.leave(socketId, place);
        this.sockets?.revoke(socketId, { topic: topic.name, key, code: followRefusal.forbidden });
        continue;
      }
      const from = this.channels.get(channelId)?.followers.get(socketId);
      if (!changed || from === undefined) continue;
      // Other rights may mean another audience and other rows.
      this.leave(socketId, place);
      const { cursor, sentTo, sent } = from;
      this.enter(socketId, connection, topic, key, { cursor, sentTo, sent }).wake();
    }
  }

  private end(socketId: string, code: 'session_ended' | 'limit_passed' | 'going_away'): void {
    this.disconnected(socketId);
    this.sockets?.end(socketId, code);
  }

  private inTurn(socketId: string, work: (connection: Connection<P>) => Promise<void>): Promise<void> {
    const connection = this.connections.get(socketId);
    if (!connection) return Promise.resolve();
    const turn = connection.last.then(() => work(connection));
    const last = turn.catch((error: unknown) =>
      this.options.log.warn({ error: String(error) }, 'live message failed'),
    );
    connection.last = last;
    this.keep(last);
    return turn;
  }

  private inTurnOfUser(userId: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.following.get(userId) ?? Promise.resolve()).then(work);
    const last = turn
      .catch(() => undefined)
      .then(() => {
        if (this.following.get(userId) === last) this.following.delete(userId);
      });
    this.following.set(userId, last);
    return turn;
  }

  private keep(work: Promise<void>): void {
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  private wakeChannels(projector: string | null): void {
    for (const channel of this.channels.values()) {
      if (projector === null || channel.topic.wakeOn.includes(projector)) channel.wake();
    }
  }

  private startTimers(): void {
    if (this.poll) return;
    this.poll = setInterval(() => this.wakeChannels(null), this.options.pollMs ?? POLL_MS);
    this.recheckTimer = setInterval(() => {
      this.recheck().catch((error: unknown) =>
        this.options.log.warn({ error: String(error) }, 'access not checked again'),
      );
    }, this.options.recheckMs ?? RECHECK_MS);
    this.poll.unref();
    this.recheckTimer.unref();
  }

  private stopTimers(): void {
    if (this.poll) clearInterval(this.poll);
    if (this.recheckTimer) clearInterval(this.recheckTimer);
    this.poll = null;
    this.recheckTimer = null;
  }
}

const placeOf = (topic: string, key: string): string => `${topic} ${key}`;
