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

/** A client's subscription to one topic and key, with the cursor reached. */
export class Following {
  /** Number of the current `follow`; answers and frames of earlier ones are ignored. */
  question = 0;
  private state: FollowState = 'waiting';
  private isStopped = false;

  constructor(
    private readonly topic: string,
    private readonly key: string,
    public cursor: number,
    private readonly handlers: FollowHandlers,
    private readonly ask: (request: FollowRequest) => void,
  ) {}

  /** Requests everything after the cursor. */
  begin(): void {
    if (this.isStopped) return;
    this.question += 1;
    this.setState('waiting');
    this.ask({ topic: this.topic, key: this.key, cursor: this.cursor });
  }

  interrupt(): void {
    this.question += 1;
    this.setState('waiting');
  }

  stop(): void {
    this.isStopped = true;
    this.question += 1;
  }

  answered(answer: FollowAnswer): void {
    if (this.isStopped) return;
    if (!answer.ok) {
      this.question += 1;
      this.setState('refused', answer.code);
      return;
    }
    if (answer.cursor !== this.cursor) {
      this.cursor = answer.cursor;
      this.handlers.onReset?.();
    }
    this.setState('live');
  }

  receive(frame: FeedFrame): void {
    // Frames before the answer belong to an earlier `follow`.
    if (this.isStopped || this.state !== 'live' || frame.to <= this.cursor) return;
    if (frame.from !== this.cursor) {
      this.begin();
      return;
    }
    this.cursor = frame.to;
    this.handlers.onFrame(frame);
  }

  private setState(state: FollowState, code?: string): void {
    if (this.state === state && state !== 'refused') return;
    this.state = state;
    this.handlers.onState?.(state, code);
  }
}
