import { setTimeout as delay } from 'node:timers/promises';

/** Exponential backoff from `firstMs` to `mostMs`, with jitter: each wait is shortened by up to half at random. */
export class Backoff {
  private failures = 0;

  constructor(
    private readonly firstMs = 50,
    private readonly mostMs = 2_000,
  ) {}

  reset(): void {
    this.failures = 0;
  }

  /** Waits before the next attempt; returns early, without an error, when the signal aborts. */
  async wait(signal?: AbortSignal): Promise<void> {
    const ceiling = Math.min(this.mostMs, this.firstMs * 2 ** Math.min(this.failures++, 20));
    await delay(ceiling * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(
      () => undefined,
    );
  }
}
