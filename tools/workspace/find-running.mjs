import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './say.mjs';

/** The product's data folder: `DATA_DIR`, by default `.data` in the clone. */
export const dataFolder = () => resolve(root, process.env.DATA_DIR || '.data');

const readOr = (other, read) => {
  try {
    return read().trim();
  } catch {
    return other;
  }
};

const procStat = (pid) => {
  const line = readOr('', () => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
};

/** Running, and not a zombie. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return procStat(pid)[0] !== 'Z';
}

/** Equals the functions of `libs/platform/database`, which write the lock: this script runs before installation. */
function pidDomain() {
  const boot = readOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  return `${hostname()}|${boot}|${readOr('', () => readlinkSync('/proc/self/ns/pid'))}`;
}
function birth(pid) {
  if (process.platform === 'linux') return procStat(pid)[19] ?? '';
  return readOr('', () => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }));
}

/**
 * The instance that holds a data folder, to refuse with a clear message before building or deleting. The server takes
 * the lock itself and checks again.
 * @returns {{ pid: number, address: string } | null}
 */
export function findRunning(folder) {
  const file = join(folder, 'instance.lock');
  const text = readOr(null, () => readFileSync(file, 'utf8'));
  if (text === null) return null;
  try {
    const { pid, born, domain, address } = JSON.parse(text);
    const holds =
      domain === pidDomain()
        ? isAlive(pid) && birth(pid) === born
        : Date.now() - statSync(file).mtimeMs < 20_000;
    return holds ? { pid, address } : null;
  } catch {
    // Truncated by a power failure, or removed meanwhile: not held.
    return null;
  }
}
