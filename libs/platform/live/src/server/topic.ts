/** Minimal principal of a follower; contexts pass a richer one. */
export interface LivePrincipal {
  readonly userId: string;
  readonly sessionId: string | null;
}

/** Rows strictly after a cursor; `cursor` is the end of the page, unchanged when there are no new rows. */
export interface TopicPage<Row> {
  readonly rows: readonly Row[];
  readonly cursor: number;
}

/** A feed: its access policy, its rows, and the projections that change it. */
export interface Topic<P extends LivePrincipal, Row = unknown> {
  readonly name: string;
  /**
   * Permission required to follow, at least on some object; null = being signed in. Declared here so that one table can
   * list the permissions of all entry points; `authorize` checks the specific key as well.
   */
  readonly permission: string | null;
  /** Projectors whose batches may add rows. */
  readonly wakeOn: readonly string[];
  /** Minimum milliseconds between two reads of a feed, so that a burst becomes one frame. Default 0. */
  readonly restMs?: number;
  /**
   * Each row is a complete state, so every `follow` starts from the beginning regardless of the client's cursor, which
   * may come from other rights or another node.
   */
  readonly isWhole?: true;
  /**
   * For topics with removals: the row's id, and whether the row is a removal. A removal is sent only to followers that
   * received the row since joining; to others it would reveal that the row existed. Requires `isWhole`: a returning
   * client receives all rows and drops the missing ones.
   */
  about?(row: Row): { readonly id: string; readonly isGone: boolean };
  /** Checked on joining, and again whenever access may have changed. */
  authorize(principal: P, key: string): boolean | Promise<boolean>;
  /** Followers with the same audience share reads and get the same rows. Default: one audience per user. */
  audience?(principal: P, key: string): string;
  /** The newest cursor; a follower with a higher one (after a restore) starts from the beginning. */
  head(principal: P, key: string): Promise<number>;
  readAfter(principal: P, key: string, cursor: number, limit: number): Promise<TopicPage<Row>>;
}

/** Topics offered by this server, by name. */
export class TopicRegistry<P extends LivePrincipal> {
  private readonly topics = new Map<string, Topic<P>>();

  /** @throws Error when the name is taken */
  register(topic: Topic<P>): this {
    if (this.topics.has(topic.name)) throw new Error(`topic ${topic.name} is registered twice`);
    this.topics.set(topic.name, topic);
    return this;
  }

  get(name: string): Topic<P> | undefined {
    return this.topics.get(name);
  }

  list(): readonly Topic<P>[] {
    return [...this.topics.values()];
  }
}
