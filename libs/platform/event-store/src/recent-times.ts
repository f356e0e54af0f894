import type { TimesOfCalls } from './port.ts';

/** Calls whose times are remembered; some seconds of a busy node. */
const KEPT = 200;

/** How long the latest successful calls of one kind took. */
export class RecentTimes {
  private readonly times: number[] = [];
  private next = 0;

  note(ms: number): void {
    this.times[this.next] = ms;
    this.next = (this.next + 1) % KEPT;
  }

  /** Null before the first call. */
  get figures(): TimesOfCalls | null {
    if (this.times.length === 0) return null;
    const sorted = this.times.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    return { medianMs: at(0.5), p95Ms: at(0.95) };
  }
}
