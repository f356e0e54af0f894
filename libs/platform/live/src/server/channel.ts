import { MAX_FRAME_ROWS, type FeedFrame } from '../protocol.ts';
import type { LivePrincipal, Topic, TopicPage } from './topic.ts';

export interface Follower<P> {
  readonly socketId: string;
  readonly principal: P;
  /** Everything up to here was read for them. */
  cursor: number;
  /** Where the last frame ended that they were sent: further back where there was nothing to tell. */
  sentTo: number;
  /** Ids of things that they were sent and not told to be gone, where the topic says what its rows are about. */
  readonly sent: Set<string>;
}

/** Sends one frame to sockets of this node. */
export type Emit = (socketIds: readonly string[], frame: FeedFrame) => void;

/**
 * One (topic, key, audience) on this node. Followers with the same cursor share one read and one frame; one
 * who is behind catches up by frames of their own and then falls in with the others.
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
    /** Told of each read, which never rejects. */
    private readonly onReading: (reading: Promise<void>) => void,
  ) {}

  /** There may be new rows: reads now, or when the read in hand and the topic's rest are over. */
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

  /** Sends a newcomer what they lack, without waiting for the topic's rest. */
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

  /** True when there is more to read after this page. */
  private async sendPage(cursor: number, group: readonly Follower<P>[]): Promise<boolean> {
    const reader = group.find((one) => this.isFollowing(one));
    if (!reader) return false;
    const page = await this.topic.readAfter(reader.principal, this.key, cursor, MAX_FRAME_ROWS);
    if (page.cursor <= cursor) return false;
    const present = group.filter((one) => this.isFollowing(one));
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

  /** A frame without removals of what the follower never saw; none at all where nothing else is in it. */
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
