import type { Head } from './merkle-root.ts';

/**
 * What the last events of a walk changed, so that the state some events ago can be had back: a seal on the
 * log covers a little less than what stands before it. Bounded memory.
 */
export class RecentStates {
  private readonly streams: string[] = [];
  private readonly before: (Head | null)[] = [];
  private readonly orders: string[] = [];
  private count = 0;

  constructor(private readonly capacity: number) {}

  /** The next event replaces `before` as head of `stream`; `order` is the order hash up to it. */
  push(stream: string, before: Head | null, order: string): void {
    const slot = this.count++ % this.capacity;
    this.streams[slot] = stream;
    this.before[slot] = before;
    this.orders[slot] = order;
  }

  /** Heads and order hash `ago` events ago (0 = before none of them is undone); null when that is forgotten. */
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
