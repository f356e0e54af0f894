import { readFileSync } from 'node:fs';
import { clock } from './clock.ts';

/** Unit of the times in `/proc/<pid>/stat`: a hundredth of a second on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;
const MEGABYTE = 1_048_576;

export interface Usage {
  /** Percent of one core. */
  readonly core: number;
  /** Resident megabytes at the end. */
  readonly resident: number;
}

/** CPU and memory of a process during `work`. NaN where there is no `/proc`. */
export async function usageWhile(pid: number, work: () => Promise<unknown>): Promise<Usage> {
  const [busy, began] = [busySeconds(pid), clock()];
  await work();
  const seconds = (clock() - began) / 1_000;
  return { core: (100 * (busySeconds(pid) - busy)) / seconds, resident: residentMegabytes(pid) };
}

function busySeconds(pid: number): number {
  return ticksOf(read(pid, 'stat')) / TICKS_PER_SECOND;
}

/** Ticks in user and system mode from the text of a `stat` file; the process name may contain any character. */
export function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? NaN) + Number(fields[12] ?? NaN);
}

function residentMegabytes(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(pid, 'status'))?.[1] ?? NaN) * 1_024) / MEGABYTE;
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
