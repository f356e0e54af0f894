import { setPriority } from 'node:os';

/** A third of the time of the threads that answer people, while these want all of it; time limits still make sense. */
const NICENESS = 5;

/**
 * Lets the calling thread step back behind those that answer people: called by threads that read or write files. Only
 * Linux has priorities of threads; elsewhere it would be the whole process, and nothing is done.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // Some systems allow no change: the work is done all the same.
  }
}
