import { setPriority } from 'node:os';

/**
 * Nice value: about a third of the CPU time of request threads when those are busy, enough for time limits to stay
 * meaningful.
 */
const NICENESS = 5;

/**
 * Lowers the calling thread's priority below that of request threads; for threads that read or write files. Only Linux
 * has priorities per thread; elsewhere it would affect the whole process, so nothing is done.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // Some systems forbid the change; the work is done at normal priority.
  }
}
