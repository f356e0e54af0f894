/** What the feed itself needs to know of whoever follows; contexts give their own richer principal. */
export interface LivePrincipal {
  readonly userId: string;
  readonly sessionId: string | null;
}

/** Rows strictly after a cursor; `cursor` is where they end, the given one when there is nothing new. */
export interface TopicPage<Row> {
  readonly rows: readonly Row[];
  readonly cursor: number;
}

/** A feed that people may follow: who may, what it reads, and which projections move it. */
export interface Topic<P extends LivePrincipal, Row = unknown> {
  readonly name: string;
  /**
   * What whoever follows it must hold, at least of something of their own; null = being signed in. Declared, so
   * that all doors can be told in one table; `authorize` judges the very thing besides.
   */
  readonly permission: string | null;
  /** Projectors after whose batches there may be new rows. */
  readonly wakeOn: readonly string[];
  /** Milliseconds between two reads of the same feed at least, so that a burst is one frame. Default 0. */
  readonly restMs?: number;
  /**
   * Each row is all that there is to tell, so that whoever joins is given one, whatever they claim to know: they may
   * have been somebody with other rights, or on another node.
   */
  readonly isWhole?: true;
  /**
   * Of rows that may say that a thing is gone: its id, and whether this one says so. A removal goes only to a follower
   * who was sent the thing since joining, for it would tell others that there is such a thing. Needs `isWhole`: who
   * comes back is given everything and drops what is missing from it.
   */
  about?(row: Row): { readonly id: string; readonly isGone: boolean };
  /** Asked on joining and again whenever access may have changed. */
  authorize(principal: P, key: string): boolean | Promise<boolean>;
  /** Followers with the same audience get the same rows from one read. By default each person has their own. */
  audience?(principal: P, key: string): string;
  /** The newest cursor; a follower who claims a later one (a restored store) begins anew. */
  head(principal: P, key: string): Promise<number>;
  readAfter(principal: P, key: string, cursor: number, limit: number): Promise<TopicPage<Row>>;
}

/** Every topic that this server offers, by name. */
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
