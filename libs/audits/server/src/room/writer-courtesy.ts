import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds for which another node that wrote this audit counts as one that is about to write again. */
const RECENT_MS = 1_000;
/** What another node needs to read what was written here and to write in its turn, in appends. */
const APPENDS = 1.5;
const MOST_MS = 40;
const LEAST_MS = 1;

/**
 * Between two appends of one audit, leaves another node that writes it too the time for one of its own. Without it a
 * node under load may lose to the other again and again: each time it has read on and judged anew, the log is further.
 */
export class WriterCourtesy {
  private othersAt = -Infinity;
  private appendedAt = -Infinity;
  private appendMs = 0;

  constructor(private readonly elapsed: () => number = () => performance.now()) {}

  /** The log holds what another node wrote, or refused what was judged before that. */
  othersWrite(): void {
    this.othersAt = this.elapsed();
  }

  async measure<T>(append: Promise<T>): Promise<T> {
    const began = this.elapsed();
    const appended = await append;
    this.appendedAt = this.elapsed();
    this.appendMs = this.appendedAt - began;
    return appended;
  }

  /** Milliseconds to wait before the next append of one's own. */
  get wait(): number {
    const now = this.elapsed();
    if (now - this.othersAt > RECENT_MS) return 0;
    const until = this.appendedAt + Math.min(MOST_MS, APPENDS * this.appendMs);
    return until - now < LEAST_MS ? 0 : until - now;
  }

  async turn(): Promise<void> {
    const { wait } = this;
    if (wait > 0) await delay(wait);
  }
}
