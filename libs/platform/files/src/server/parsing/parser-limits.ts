/** What one run of a parser may take. Each limit that is met is a refusal that names it. */
export interface ParserLimits {
  /** Seconds from the beginning of the run to its answer. */
  readonly seconds: number;
  /** Megabytes of the thread's heap. */
  readonly heapMegabytes: number;
  /** Megabytes of all rows together, as they cross from thread to thread. */
  readonly outputMegabytes: number;
  /** Rows. */
  readonly items: number;
}

export const MEGABYTE = 1024 * 1024;
