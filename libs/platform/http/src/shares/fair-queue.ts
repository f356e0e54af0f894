interface Lane<T> {
  /** Cost that may still be taken before the next lane's turn. */
  credit: number;
  /** Whether the lane received its quantum in this round. */
  isServed: boolean;
  readonly waiting: { readonly item: T; readonly cost: number }[];
}

/**
 * Deficit round robin (Shreedhar and Varghese, 1995): each key has a FIFO lane, and every round lets each lane spend
 * the same cost. An item that costs more than one round is taken once its lane has saved enough; until then the other
 * lanes proceed. A newcomer therefore waits for at most one item of each other lane, however long their queues are.
 */
export class FairQueue<T> {
  /** In the order of the round: the first is served next. */
  private readonly lanes = new Map<string, Lane<T>>();
  private count = 0;

  /** @param quantum cost that a lane may spend per round; the cost of a typical item or slightly more */
  constructor(private readonly quantum: number) {}

  get size(): number {
    return this.count;
  }

  push(key: string, item: T, cost = 1): void {
    let lane = this.lanes.get(key);
    if (!lane) {
      lane = { credit: 0, isServed: false, waiting: [] };
      this.lanes.set(key, lane);
    }
    lane.waiting.push({ item, cost });
    this.count++;
  }

  /** The next items with a total cost within the budget; at least one, whatever its cost. */
  take(budget: number): T[] {
    const taken: T[] = [];
    let left = budget;
    for (let head = this.head(); head; head = this.head()) {
      const { key, lane, next } = head;
      if (!lane.isServed) {
        lane.credit += this.quantum;
        lane.isServed = true;
      }
      if (next.cost > lane.credit) {
        this.rotate(key, lane);
        continue;
      }
      if (next.cost > left && taken.length > 0) break;
      lane.waiting.shift();
      this.count--;
      lane.credit -= next.cost;
      left -= next.cost;
      taken.push(next.item);
      // An empty lane keeps no credit: a returning key starts from zero.
      if (lane.waiting.length === 0) this.lanes.delete(key);
    }
    return taken;
  }

  clear(): void {
    this.lanes.clear();
    this.count = 0;
  }

  private head() {
    for (const [key, lane] of this.lanes) {
      const [next] = lane.waiting;
      if (next) return { key, lane, next };
    }
    return null;
  }

  private rotate(key: string, lane: Lane<T>): void {
    lane.isServed = false;
    this.lanes.delete(key);
    this.lanes.set(key, lane);
  }
}
