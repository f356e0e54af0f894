import { FairQueue, Shares } from '@cotejo/http/shares';

/** Who waits for a turn. */
export interface Asker {
  readonly id: string;
  readonly account: string;
  /** Aborted when nobody wants the result any more. */
  readonly signal: AbortSignal;
}

type Claimant = Pick<Asker, 'id' | 'account'>;
/** The node's own work. */
const NOBODY: Claimant = { id: '', account: '' };

interface Place {
  isGone: boolean;
  readonly come: () => void;
}

/** The asker, or their account, waits for, or has, as many turns as one may. */
export class TooManyTurns extends Error {
  override readonly name = 'TooManyTurns';
}

/**
 * Lets so many pieces of work go on at once; the others wait. Accounts take turns, and the people of an account among
 * themselves. Of one asker, and of one account, only so many may wait, and whoever goes away gives up their place:
 * nobody keeps the others from theirs.
 */
export class Turns {
  private free: number;
  /** Whose turn is next: an account for each place that one of its people has. */
  private readonly accounts = new FairQueue<string>(1);
  private readonly waiting = new Map<string, FairQueue<Place>>();
  private readonly asked = new Shares();

  constructor(
    atOnce: number,
    private readonly each = Infinity,
    private readonly ofAccount = Infinity,
  ) {
    this.free = atOnce;
  }

  /** @throws TooManyTurns; the signal's reason, for one who went away before their turn */
  async take<T>(work: () => Promise<T>, asker?: Asker): Promise<T> {
    if (!asker) return this.inTurn(work, NOBODY);
    const { id, account, signal } = asker;
    signal.throwIfAborted();
    const release = this.asked.take([
      { key: `person ${account} ${id}`, most: this.each },
      { key: `account ${account}`, most: this.ofAccount },
    ]);
    if (!release) throw new TooManyTurns(id);
    try {
      return await this.inTurn(work, asker, signal);
    } finally {
      release();
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

  /** Gives the place to the next who is still there. */
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
