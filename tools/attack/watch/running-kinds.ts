import type { Kind } from '../orders.ts';

/** Which attacks are under way, so that measurements know beside what they were taken. */
export class RunningKinds {
  private readonly counts = new Map<Kind, number>();
  /** Kinds that ended since the last look: what they caused may be seen a little later. */
  private readonly ended = new Set<Kind>();

  begin(kind: Kind): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  end(kind: Kind): void {
    const left = (this.counts.get(kind) ?? 1) - 1;
    if (left > 0) this.counts.set(kind, left);
    else this.counts.delete(kind);
    this.ended.add(kind);
  }

  get now(): readonly Kind[] {
    return [...this.counts.keys()];
  }

  /** Those under way now or at any time since the last look. */
  takeSinceLastLook(): readonly Kind[] {
    const all = new Set([...this.counts.keys(), ...this.ended]);
    this.ended.clear();
    return [...all];
  }
}
