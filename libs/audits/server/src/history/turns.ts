import { FairQueue } from '@cotejo/http/shares';

/** Who waits for a turn. */
export interface Asker {
  readonly id: string;
  /** Aborted when nobody wants the result any more. */
  readonly signal: AbortSignal;
}

interface Place {
  isGone: boolean;
  readonly come: () => void;
}

/** The asker waits for, or has, as many turns as one may. */
export class TooManyTurns extends Error {
  override readonly name = 'TooManyTurns';
}

/**
 * Lets so many pieces of work go on at once; the others wait, and askers take turns. Of one asker only so many may
 * wait, and whoever goes away gives up their place: nobody keeps the others from theirs.
 */
export class Turns {
  private free: number;
  private readonly waiting = new FairQueue<Place>(1);
  private readonly asked = new Map<string, number>();

  constructor(
    atOnce: number,
    private readonly each = Infinity,
  ) {
    this.free = atOnce;
  }

  /** @throws TooManyTurns; the signal's reason, for one who went away before their turn */
  async take<T>(work: () => Promise<T>, asker?: Asker): Promise<T> {
    if (!asker) return this.inTurn(work, '');
    const { id, signal } = asker;
    signal.throwIfAborted();
    const before = this.asked.get(id) ?? 0;
    if (before >= this.each) throw new TooManyTurns(id);
    this.asked.set(id, before + 1);
    try {
      return await this.inTurn(work, id, signal);
    } finally {
      const left = (this.asked.get(id) ?? 1) - 1;
      if (left > 0) this.asked.set(id, left);
      else this.asked.delete(id);
    }
  }

  private async inTurn<T>(work: () => Promise<T>, id: string, signal?: AbortSignal): Promise<T> {
    if (this.free > 0) this.free--;
    else await this.turn(id, signal);
    try {
      return await work();
    } finally {
      this.pass();
    }
  }

  /** Gives the place to the next who is still there. */
  private pass(): void {
    for (let [next] = this.waiting.take(1); next; [next] = this.waiting.take(1)) {
      if (!next.isGone) return next.come();
    }
    this.free++;
  }

  private turn(id: string, signal?: AbortSignal): Promise<void> {
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
      this.waiting.push(id, place);
    });
  }
}
