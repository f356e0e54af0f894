/** Limits of one parser run. Exceeding one is a refusal that names it. */
export interface ParserLimits {
  /** Seconds from the start of the run to its answer. */
  readonly seconds: number;
  /** Megabytes of the thread's heap. */
  readonly heapMegabytes: number;
  /** Megabytes of all rows, serialized. */
  readonly outputMegabytes: number;
  /** Rows. */
  readonly items: number;
}

export const MEGABYTE = 1024 * 1024;
