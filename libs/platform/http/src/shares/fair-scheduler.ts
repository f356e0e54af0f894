import { FairQueue } from './fair-queue.ts';

/**
 * Limits the work that a process does per turn of its event loop. Keys share the turns by cost (`FairQueue`); between
 * two turns the event loop serves its sockets and timers.
 */
export class FairScheduler {
  private readonly waiting: FairQueue<() => void>;
  private spent = 0;
  private isScheduled = false;

  /** @param budget cost of the work per turn of the event loop */
  constructor(
    private readonly budget: number,
    quantum: number,
  ) {
    this.waiting = new FairQueue(quantum);
  }

  /** Null when the work may start at once; otherwise resolves when it may. */
  take(key: string, cost: number): Promise<void> | null {
    if (this.waiting.size === 0 && (this.spent === 0 || this.spent + cost <= this.budget)) {
      this.spent += cost;
      this.schedule();
      return null;
    }
    return new Promise((resolve) => {
      this.waiting.push(key, resolve, cost);
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      this.spent = 0;
      const next = this.waiting.take(this.budget);
      if (next.length === 0) return;
      // Work that arrives meanwhile waits for the next turn.
      this.spent = this.budget;
      this.schedule();
      for (const goOn of next) goOn();
    });
  }
}
