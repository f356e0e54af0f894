import { FairQueue } from './fair-queue.ts';
import type { Pace } from './pace.ts';
import { Shares } from './shares.ts';

/** User on whose behalf work is queued. */
export interface Asker {
  readonly id: string;
  readonly account: string;
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal;
}

type Claimant = Pick<Asker, 'id' | 'account'>;
/** Work of the node itself, without a user. */
const NOBODY: Claimant = { id: '', account: '' };

interface Place {
  isGone: boolean;
  readonly come: () => void;
}

/** The user, or their account, has reached the limit of queued and running work. */
export class TooMuchQueued extends Error {
  override readonly name = 'TooMuchQueued';
}

/**
 * Concurrency limiter with fair queueing: accounts take turns, and within an account its users. The number of
 * queued and running tasks per user and per account is limited, and an aborted task leaves the queue. With a
 * pace (milliseconds of work), a user who has used much waits before the next task.
 */
export class WorkLimiter {
  private free: number;
  /** One entry of an account per queued task of its users. */
  private readonly accounts = new FairQueue<string>(1);
  private readonly waiting = new Map<string, FairQueue<Place>>();
  private readonly asked = new Shares();

  constructor(
    atOnce: number,
    private readonly each = Infinity,
    private readonly ofAccount = Infinity,
    private readonly pace?: Pace,
  ) {
    this.free = atOnce;
  }

  /** @throws TooMuchQueued; the signal's reason when the task is aborted before its turn */
  async take<T>(work: () => Promise<T>, asker?: Asker): Promise<T> {
    if (!asker) return this.inTurn(work, NOBODY);
    const { id, account, signal } = asker;
    signal.throwIfAborted();
    const person = `person ${account} ${id}`;
    const release = this.asked.take([
      { key: person, most: this.each },
      { key: `account ${account}`, most: this.ofAccount },
    ]);
    if (!release) throw new TooMuchQueued(id);
    try {
      const rest = this.pace?.take(person, 0);
      if (rest) await rest;
      signal.throwIfAborted();
      return await this.inTurn(() => this.charged(person, work), asker, signal);
    } finally {
      release();
    }
  }

  private async charged<T>(person: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.pace?.charge(person, performance.now() - began);
    }
  }

  private async inTurn<T>(work: () => Promise<T>, of: Claimant, signal?: AbortSignal): Promise<T> {
    if (this.free > 0) this.free--;
    else await this.turn(of, signal);
    try {
      return await work();
    } finally {
      this.pass();
    }
  }

  /** Passes the slot to the next task that was not aborted. */
  private pass(): void {
    for (let next = this.next(); next; next = this.next()) if (!next.isGone) return next.come();
    this.free++;
  }

  private next(): Place | undefined {
    const [account] = this.accounts.take(1);
    const queue = account === undefined ? undefined : this.waiting.get(account);
    const [place] = queue?.take(1) ?? [];
    if (account !== undefined && queue?.size === 0) this.waiting.delete(account);
    return place;
  }

  private queueUp({ id, account }: Claimant, place: Place): void {
    const queue = this.waiting.get(account) ?? new FairQueue<Place>(1);
    this.waiting.set(account, queue);
    queue.push(id, place);
    this.accounts.push(account, account);
  }

  private turn(of: Claimant, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        place.isGone = true;
        reject(signal?.reason as Error);
      };
      const place: Place = {
        isGone: false,
        come: () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.queueUp(of, place);
    });
  }
}
