/** A move or creation with its place in the total order. */
export interface PlacedOperation {
  readonly order: number;
  readonly child: string;
  readonly parent: string;
  readonly position: string;
}

interface Done extends PlacedOperation {
  readonly before: readonly [parent: string, position: string] | undefined;
  readonly skipped: boolean;
}

/**
 * The move operation for replicated trees of Kleppmann et al. (2021): operations in any order of arrival,
 * undone and redone so that the result is that of their total order. Used in tests only, as an independent
 * reference implementation.
 */
export class ReparentOracle {
  readonly places = new Map<string, readonly [parent: string, position: string]>();
  private readonly log: Done[] = [];

  apply(operation: PlacedOperation): void {
    let index = this.log.length;
    while (index > 0 && (this.log[index - 1] as Done).order > operation.order)
      this.undo(this.log[--index] as Done);
    const later = this.log.splice(index);
    for (const each of [operation, ...later]) this.log.push(this.do(each));
  }

  private do({ order, child, parent, position }: PlacedOperation): Done {
    const before = this.places.get(child);
    const skipped = child === parent || this.isAbove(child, parent);
    if (!skipped) this.places.set(child, [parent, position]);
    return { order, child, parent, position, before, skipped };
  }

  private undo({ child, before, skipped }: Done): void {
    if (skipped) return;
    if (before) this.places.set(child, before);
    else this.places.delete(child);
  }

  private isAbove(above: string, below: string): boolean {
    for (let at = this.places.get(below)?.[0]; at !== undefined; at = this.places.get(at)?.[0])
      if (at === above) return true;
    return false;
  }
}
