import type { FeedFrame, FollowAnswer, FollowRequest } from '../protocol.ts';

/** `waiting`: not connected, or `follow` not answered yet; `refused` comes with a refusal code. */
export type FollowState = 'waiting' | 'live' | 'refused';

export interface FollowHandlers {
  /** Rows of `(from, to]`, in order, each once. */
  readonly onFrame: (frame: FeedFrame) => void;
  /** The server's history is a different one: discard the held rows; all rows are sent again. */
  readonly onReset?: () => void;
  readonly onState?: (state: FollowState, code?: string) => void;
}

/** Caller of `follow` on this page, with the cursor that it reached and the last state passed to it. */
interface Follower {
  cursor: number;
  state: FollowState;
  readonly handlers: FollowHandlers;
}

/** A client's subscription to one topic and key, shared by all followers on the page. */
export class Following {
  /** Number of the current `follow`; answers and frames of earlier ones are ignored. */
  question = 0;
  private state: FollowState = 'waiting';
  /** Cursor from which the server continues: the lowest of the followers at the latest request. */
  private cursor = Infinity;
  private readonly followers = new Set<Follower>();

  constructor(
    private readonly topic: string,
    private readonly key: string,
    private readonly ask: (request: FollowRequest) => void,
  ) {}

  /** Adds a follower with the cursor of its data; the returned function removes it and returns whether others remain. */
  join(cursor: number, handlers: FollowHandlers, isConnected: boolean): () => boolean {
    const follower: Follower = { cursor, state: 'waiting', handlers };
    this.followers.add(follower);
    if (isConnected && (cursor < this.cursor || this.state === 'refused')) this.begin();
    // Not at once: the caller does not yet hold the function to leave.
    else if (this.state === 'live')
      queueMicrotask(() => this.state === 'live' && this.tell(follower, 'live'));
    return () => {
      this.followers.delete(follower);
      if (this.followers.size === 0) this.question += 1;
      return this.followers.size > 0;
    };
  }

  /** Requests everything after the lowest cursor; followers ahead of it skip the rows that they have. */
  begin(): void {
    if (this.followers.size === 0) return;
    this.question += 1;
    this.state = 'waiting';
    this.cursor = Math.min(...[...this.followers].map(({ cursor }) => cursor));
    this.ask({ topic: this.topic, key: this.key, cursor: this.cursor });
  }

  interrupt(): void {
    this.question += 1;
    this.state = 'waiting';
    for (const follower of [...this.followers]) this.tell(follower, 'waiting');
  }

  stop(): void {
    this.followers.clear();
    this.question += 1;
  }

  answered(answer: FollowAnswer): void {
    if (!answer.ok) {
      this.question += 1;
      this.state = 'refused';
      for (const follower of [...this.followers]) this.tell(follower, 'refused', answer.code);
      return;
    }
    this.state = 'live';
    const isOther = answer.cursor !== this.cursor;
    this.cursor = answer.cursor;
    for (const follower of [...this.followers]) {
      if (isOther && follower.cursor !== answer.cursor) {
        follower.cursor = answer.cursor;
        follower.handlers.onReset?.();
      }
      this.tell(follower, 'live');
    }
  }

  receive(frame: FeedFrame): void {
    // Frames before the answer belong to an earlier `follow`.
    if (this.state !== 'live' || frame.to <= this.cursor) return;
    if (frame.from !== this.cursor) {
      for (const follower of [...this.followers]) this.tell(follower, 'waiting');
      this.begin();
      return;
    }
    this.cursor = frame.to;
    for (const follower of [...this.followers]) {
      if (follower.cursor !== frame.from || !this.followers.has(follower)) continue;
      follower.cursor = frame.to;
      follower.handlers.onFrame(frame);
    }
    // A follower whose cursor lies within the frame cannot take a part of it, so the rows are requested again from its
    // cursor, until all cursors are equal.
    if ([...this.followers].some(({ cursor }) => cursor < frame.to)) this.begin();
  }

  private tell(follower: Follower, state: FollowState, code?: string): void {
    if (!this.followers.has(follower) || (follower.state === state && state !== 'refused')) return;
    follower.state = state;
    follower.handlers.onState?.(state, code);
  }
}
