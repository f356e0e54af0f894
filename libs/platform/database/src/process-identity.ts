import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

function readOrNull(read: () => string): string | null {
  try {
    return read().trim();
  } catch {
    return null;
  }
}

/** Fields of /proc/<pid>/stat after the command name, which may itself contain spaces and parentheses. */
function procStat(pid: number): string[] | null {
  const line = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return line === null ? null : line.slice(line.lastIndexOf(')') + 2).split(' ');
}

/**
 * Scope in which process ids are comparable: this boot and this pid namespace. A lock from elsewhere (another
 * container, before a reboot) can't be judged by its pid.
 */
export function pidDomain(): string {
  const boot = readOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')) ?? '';
  const namespace = readOrNull(() => readlinkSync('/proc/self/ns/pid')) ?? '';
  return `${hostname()}|${boot}|${namespace}`;
}

/**
 * Start time, which distinguishes a process from a later one with the same id; empty where the system doesn't provide
 * it.
 */
export function processBirth(pid: number): string {
  const stat = procStat(pid);
  if (stat) return stat[19] ?? '';
  if (process.platform === 'linux') return '';
  return (
    readOrNull(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })) ?? ''
  );
}

/** Running, and not a zombie: in a container without an init process, zombies are never reaped. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EPERM') return false;
  }
  const stat = procStat(pid);
  return stat === null ? process.platform !== 'linux' : stat[0] !== 'Z';
}

/** The full command line, or null when it can't be read. */
export function commandLine(pid: number): string | null {
  if (process.platform === 'linux') {
    return readOrNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
  }
  return readOrNull(() => execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }));
}

/** True once `condition` holds; false after `milliseconds`. */
export async function waitUntil(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    if (condition()) return true;
    if (Date.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
