import { fork, type ChildProcess, type ForkOptions } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** The kernel takes one change of a group's priority in a tenth of a second from a user that is not root. */
const AGAIN_MS = 150;
const ATTEMPTS = 5;

/**
 * Starts a child process behind everything that answers people, with its garbage collector: a thread can be given a low
 * priority, but not the threads that collect its garbage.
 *
 * On Linux a process's niceness counts only against processes of its own session where these are scheduled as groups
 * (`sched_autogroup_enabled`, sched(7)), and database and server are in different ones. The child therefore leads a
 * session, whose group gets the same niceness. A Ctrl-C does not reach it: it has to end when its parent disconnects.
 * @param niceness 0 to 19: of a busy processor, 10 leaves it about a tenth of what the server gets, 15 a thirtieth
 */
export function forkAtLowPriority(program: string, niceness: number, options: ForkOptions): ChildProcess {
  const child = fork(program, [], { ...options, detached: true });
  if (child.pid !== undefined) lowerPriority(child, child.pid, niceness);
  return child;
}

function lowerPriority(child: ChildProcess, pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // Not permitted here: it works at the normal priority.
  }
  lowerGroup(child, pid, niceness, ATTEMPTS);
}

function lowerGroup(child: ChildProcess, pid: number, niceness: number, attempts: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch (error) {
    const isTooSoon = (error as NodeJS.ErrnoException).code === 'EAGAIN';
    if (!isTooSoon || attempts <= 1) return; // A system without groups.
    const again = (): void => {
      if (child.exitCode === null && child.signalCode === null)
        lowerGroup(child, pid, niceness, attempts - 1);
    };
    setTimeout(again, AGAIN_MS).unref();
  }
}
