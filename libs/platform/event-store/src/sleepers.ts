/** Followers that wait until there may be a new event. */
export class Sleepers {
  private readonly wakes = new Set<() => void>();

  /** @param pollMs longest wait in milliseconds */
  constructor(private readonly pollMs: number) {}

  /** Resolves at the next `wakeAll`, at the latest after `pollMs`, or on abort. */
  async sleep(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(poll);
        this.wakes.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const poll = setTimeout(wake, this.pollMs);
      this.wakes.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  wakeAll(): void {
    for (const wake of [...this.wakes]) wake();
  }
}
