import { readFileSync } from 'node:fs';

/** Sends a signal to a process of this user; false when it no longer exists. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Exists and, where the system can tell, is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    return false;
  }
}

/** The command line of a process; empty when it no longer exists. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

export const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** True once `met` holds, false after `milliseconds`. Checks at once, then every `every` milliseconds. */
export async function within(
  milliseconds: number,
  met: () => boolean | Promise<boolean>,
  every = 20,
): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    if (await met()) return true;
    if (performance.now() >= deadline) return false;
    await sleep(every);
  }
}

/** Rejects after `milliseconds`, for requests that may never be answered. */
export function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no answer')), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
