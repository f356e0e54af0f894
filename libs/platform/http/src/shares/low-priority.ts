import { constants, setPriority } from 'node:os';

/**
 * Lets the calling thread step back behind those that answer people: called by threads that read or write files. Only
 * Linux has priorities of threads; elsewhere it would be the whole process, and nothing is done.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems allow no change: the work is done all the same.
  }
}
