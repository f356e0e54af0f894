import type { Kind } from '../orders.ts';

/** Running attacks, recorded with each measurement. */
export class RunningKinds {
  private readonly counts = new Map<Kind, number>();
  /** Kinds that ended since the last reading, and the last one to end, since their effects may last. */
  private readonly ended = new Set<Kind>();
  private last: readonly Kind[] = [];

  begin(kind: Kind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  end(kind: Kind): void {
    const left = (this.counts.get(kind) ?? 1) - 1;
    if (left > 0) this.counts.set(kind, left);
    else this.counts.delete(kind);
    this.ended.add(kind);
    this.last = [kind];
  }

  /** The effects of all attacks are over. */
  forget(): void {
    this.ended.clear();
    this.last = [];
  }

  /** Running kinds, or the previous ones; empty before the first attack and in pauses. */
  get now(): readonly Kind[] {
    return this.counts.size > 0 ? [...this.counts.keys()] : this.last;
  }

  /** Kinds running now or at any time since the last call. */
  takeSinceLastLook(): readonly Kind[] {
    const all = new Set([...this.now, ...this.ended]);
    this.ended.clear();
    return [...all];
  }
}
