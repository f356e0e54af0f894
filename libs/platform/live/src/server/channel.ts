import { MAX_FRAME_ROWS, type FeedFrame } from '../protocol.ts';
import type { LivePrincipal, Topic, TopicPage } from './topic.ts';

export interface Follower<P> {
  readonly socketId: string;
  readonly principal: P;
  /** Everything up to here was read for this follower. */
  cursor: number;
  /** `to` of the last frame sent; lower than `cursor` when later pages contained nothing for this follower. */
  sentTo: number;
  /** Ids sent and not reported as gone, for topics with `about`. */
  readonly sent: Set<string>;
}

/** Sends one frame to sockets of this node. */
export type Emit = (socketIds: readonly string[], frame: FeedFrame) => void;

/** Whether frames may be sent now; `untilHeard` resolves once they may. */
export interface Gate {
  readonly isPaused: () => boolean;
  readonly untilHeard: () => Promise<void>;
}

/**
 * One (topic, key, audience) on this node. Followers with the same cursor share one read and one frame; a follower that
 * is behind catches up with frames of its own and then joins the others.
 */
export class Channel<P extends LivePrincipal> {
  readonly followers = new Map<string, Follower<P>>();
  private reading: Promise<void> | null = null;
  private isStale = false;
  private lastRead = Number.NEGATIVE_INFINITY;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    readonly topic: Topic<P>,
    readonly key: string,
    private readonly emit: Emit,
    private readonly onFault: (error: unknown) => void,
    /** Receives each running read; it never rejects. */
    private readonly onReading: (reading: Promise<void>) => void,
    private readonly gate: Gate,
  ) {}

  /** There may be new rows: reads now, or after the current read and the topic's `restMs`. */
  wake(): void {
    this.isStale = true;
    if (this.reading || this.timer) return;
    const rest = this.lastRead + (this.topic.restMs ?? 0) - performance.now();
    if (rest <= 0) {
      this.readAll();
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = null;
      this.readAll();
    }, rest);
    this.timer.unref();
  }

  /** Sends a new follower the missing rows, without waiting for `restMs`. */
  catchUp(): void {
    this.isStale = true;
    if (!this.reading) this.readAll();
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    this.followers.clear();
  }

  private readAll(): void {
    this.reading = this.drain()
      .catch(this.onFault)
      .finally(() => {
        this.reading = null;
        this.lastRead = performance.now();
        if (this.isStale && this.followers.size > 0) this.wake();
      });
    this.onReading(this.reading);
  }

  private async drain(): Promise<void> {
    this.isStale = false;
    let behind = [...this.followers.values()];
    while (behind.length > 0) {
      const groups = byCursor(behind);
      behind = [];
      for (const [cursor, group] of groups) {
        if (await this.sendPage(cursor, group)) behind.push(...group.filter((one) => this.isFollowing(one)));
      }
    }
  }

  /** True when there are more rows after this page. */
  private async sendPage(cursor: number, group: readonly Follower<P>[]): Promise<boolean> {
    const page = await this.readPage(cursor, group);
    if (page === null) return false;
    if (page.cursor <= cursor) return false;
    const present = group.filter((one) => this.isFollowing(one));
    // All of them left during the read.
    if (present.length === 0) return false;
    for (const follower of present) follower.cursor = page.cursor;
    if (this.topic.about) for (const follower of present) this.sendKnown(follower, page);
    else this.send(present, cursor, page);
    return page.rows.length >= MAX_FRAME_ROWS;
  }

  private send(to: readonly Follower<P>[], from: number, { rows, cursor }: TopicPage<unknown>): void {
    for (const follower of to) follower.sentTo = cursor;
    this.emit(
      to.map(({ socketId }) => socketId),
      { topic: this.topic.name, key: this.key, from, to: cursor, rows: [...rows] },
    );
  }

  /** Sends a frame without removals of rows that the follower never received; nothing if no row is left. */
  private sendKnown(follower: Follower<P>, { rows, cursor }: TopicPage<unknown>): void {
    const { sent } = follower;
    const told = rows.filter((row) => {
      const { id, isGone } = this.topic.about?.(row) ?? { id: '', isGone: false };
      if (isGone) return sent.delete(id);
      sent.add(id);
      return true;
    });
    if (told.length > 0) this.send([follower], follower.sentTo, { rows: told, cursor });
  }

  /** A page read just before a pause is discarded and read again: followers or their rights may have changed. */
  private async readPage(cursor: number, group: readonly Follower<P>[]): Promise<TopicPage<unknown> | null> {
    for (;;) {
      if (this.gate.isPaused()) await this.gate.untilHeard();
      const reader = group.find((one) => this.isFollowing(one));
      if (!reader) return null;
      const page = await this.topic.readAfter(reader.principal, this.key, cursor, MAX_FRAME_ROWS);
      if (!this.gate.isPaused()) return page;
    }
  }

  private isFollowing(follower: Follower<P>): boolean {
    return this.followers.get(follower.socketId) === follower;
  }
}

function byCursor<P>(followers: readonly Follower<P>[]): ReadonlyMap<number, readonly Follower<P>[]> {
  const groups = new Map<number, Follower<P>[]>();
  for (const follower of followers) {
    const group = groups.get(follower.cursor);
    if (group) group.push(follower);
    else groups.set(follower.cursor, [follower]);
  }
  return groups;
}
