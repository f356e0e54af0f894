import { TooMuchQueued } from './work-limiter.ts';

/** Concurrent calls of one user on a node. A page sends more; these wait for milliseconds. */
export const CALLS_AT_ONCE = 3;
/** Waiting calls of one user; more are refused. Pages send far fewer. */
export const MOST_WAITING_CALLS = 200;
/**
 * Milliseconds after which a call no longer counts: by then it waits for something with a limit of its own (a document,
 * a parser, a state of the past), and the user's pages must not wait with it.
 */
export const CALL_COUNTS_FOR_MS = 250;
/**
 * More waiting calls of one user than a page asks at once. They run one by one then, each after a pause of
 * `PAUSE_FACTOR` times what the call before it took: they take at most a quarter of a processor.
 */
export const MANY_WAITING_CALLS = 20;
const PAUSE_FACTOR = 3;

interface Lane {
  running: number;
  readonly waiting: (() => void)[];
}

export interface CallTurnsOptions {
  readonly atOnce?: number;
  readonly mostWaiting?: number;
  readonly countsForMs?: number;
  readonly many?: number;
}

/**
 * Limits the calls of each user that run at once, so that one who sends hundreds leaves the processors, the connections
 * of the database and the event loop to the others. Users do not wait for each other.
 */
export class CallTurns {
  private readonly lanes = new Map<string, Lane>();
  private readonly options: Required<CallTurnsOptions>;

  constructor({
    atOnce = CALLS_AT_ONCE,
    mostWaiting = MOST_WAITING_CALLS,
    countsForMs = CALL_COUNTS_FOR_MS,
    many = MANY_WAITING_CALLS,
  }: CallTurnsOptions = {}) {
    this.options = { atOnce, mostWaiting, countsForMs, many };
  }

  /** @throws TooMuchQueued when too many calls of the user are waiting */
  async run<T>(user: string, work: () => T | Promise<T>): Promise<T> {
    const lane = this.laneOf(user);
    if (lane.running < this.options.atOnce) lane.running++;
    else await this.turn(user, lane);
    const start = performance.now();
    const pass = once(() => this.pass(user, lane, performance.now() - start));
    const late = setTimeout(pass, this.options.countsForMs).unref();
    try {
      return await work();
    } finally {
      clearTimeout(late);
      pass();
    }
  }

  private turn(user: string, { waiting }: Lane): Promise<void> {
    if (waiting.length >= this.options.mostWaiting) throw new TooMuchQueued(user);
    return new Promise((resolve) => waiting.push(resolve));
  }

  /** Gives the place of a call that took `ms` to the user's next one. */
  private pass(user: string, lane: Lane, ms: number): void {
    const isMany = lane.waiting.length >= this.options.many;
    const next = isMany && lane.running > 1 ? undefined : lane.waiting.shift();
    if (next && isMany) setTimeout(next, ms * PAUSE_FACTOR);
    else if (next) next();
    else this.leave(user, lane);
  }

  private leave(user: string, lane: Lane): void {
    lane.running--;
    if (lane.running === 0) this.lanes.delete(user);
  }

  private laneOf(user: string): Lane {
    let lane = this.lanes.get(user);
    if (!lane) {
      lane = { running: 0, waiting: [] };
      this.lanes.set(user, lane);
    }
    return lane;
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
