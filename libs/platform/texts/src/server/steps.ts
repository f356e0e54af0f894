/** More steps than there may be. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/** Structs of one client that are moved in the time of one step when the array that holds them is cut. */
const MOVED_IN_A_STEP = 1_000;

/** Counts what Yjs would do; a step is an item that is looked at, well under a microsecond. */
export class Steps {
  private count = 0;

  constructor(private readonly most: number) {}

  get taken(): number {
    return this.count;
  }

  /** @throws TooManySteps */
  add(steps: number): void {
    this.count += steps;
    if (this.count > this.most) throw new TooManySteps();
  }

  /**
   * An item is split, or several become one: all that follow in the array of their client move.
   * @throws TooManySteps
   */
  addSplice(structs: number, times = 1): void {
    this.add(times * (1 + structs / MOVED_IN_A_STEP));
  }
}
