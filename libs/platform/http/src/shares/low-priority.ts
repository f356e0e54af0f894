import { setPriority } from 'node:os';

/**
 * Lowers the priority of a child process behind the server's, with its garbage collector: a thread can be given a low
 * priority, but not the threads that collect its garbage.
 * @param niceness 0 to 19: of a busy processor, 10 leaves it about a tenth of what the server gets, 15 a thirtieth
 */
export function lowerPriority(pid: number | undefined, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // Not allowed here: it works at the normal priority.
  }
}
