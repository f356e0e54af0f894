import type { Head } from './merkle-root.ts';

/**
 * Undo log over the last events of a walk, to restore the state some events ago: a seal covers slightly fewer events
 * than precede it on the log, because events arrive while it is made. Bounded memory.
 */
export class RecentStates {
  private readonly streams: string[] = [];
  private readonly before: (Head | null)[] = [];
  private readonly orders: string[] = [];
  private count = 0;

  constructor(private readonly capacity: number) {}

  /** Records the state before the next event: the head of `stream` that it replaces, and the order hash so far. */
  push(stream: string, before: Head | null, order: string): void {
    const slot = this.count++ % this.capacity;
    this.streams[slot] = stream;
    this.before[slot] = before;
    this.orders[slot] = order;
  }

  /** Heads and order hash as they were `ago` events earlier; null when that is beyond the capacity. */
  stateBefore(
    ago: number,
    heads: ReadonlyMap<string, Head>,
  ): { readonly heads: ReadonlyMap<string, Head>; readonly order: string } | null {
    if (ago > Math.min(this.count, this.capacity)) return null;
    const then = new Map(heads);
    let order = '';
    for (let back = 1; back <= ago; back++) {
      const slot = (this.count - back) % this.capacity;
      const before = this.before[slot];
      const stream = this.streams[slot] ?? '';
      if (before) then.set(stream, before);
      else then.delete(stream);
      order = this.orders[slot] ?? '';
    }
    return { heads: then, order };
  }
}
