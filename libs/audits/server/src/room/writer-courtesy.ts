import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds since its last write for which another node counts as an active writer of this audit. */
const RECENT_MS = 1_000;
/**
 * Time that another node needs to read this node's events and append its own, as a multiple of an append's
 * duration.
 */
const APPENDS = 1.5;
const MOST_MS = 40;
const LEAST_MS = 1;

/**
 * Back-off between two appends of one audit that leaves other writers time for an append. Without it, a
 * loaded node may lose every race: whenever it has read the new events and decided again, the head has moved.
 */
export class WriterCourtesy {
  private othersAt = -Infinity;
  private appendedAt = -Infinity;
  private appendMs = 0;

  constructor(private readonly elapsed: () => number = () => performance.now()) {}

  /** Call when the log holds another node's events, or an append failed with a conflict. */
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

  /** Milliseconds to wait before this node's next append. */
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
