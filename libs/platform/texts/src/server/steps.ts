/** Thrown when the limit of steps is exceeded. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}

/** Structs of one client that are shifted in the time of one step when their array is spliced. */
const MOVED_IN_A_STEP = 1_000;

/** Counts the work that Yjs would do; one step is one visited item, well under a microsecond. */
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
   * Counts an array splice: splitting or merging items shifts all later structs of the client.
   * @throws TooManySteps
   */
  addSplice(structs: number, times = 1): void {
    this.add(times * (1 + structs / MOVED_IN_A_STEP));
  }
}
