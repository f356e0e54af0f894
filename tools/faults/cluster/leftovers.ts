import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@cotejo/database';
import { commandOf, isAlive, signal } from './processes.ts';
import { unmountFolder } from './small-disk.ts';

/**
 * Stops and removes the remains of killed runs: server processes, Postgres, mount and folder. Folders are named by the
 * prefix and the run's process id.
 */
export async function removeLeftovers(prefix: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    await removeLeftover(join(tmpdir(), name));
  }
}

async function removeLeftover(folder: string): Promise<void> {
  const pids = await readFile(join(folder, 'pids'), 'utf8').catch(() => '');
  for (const pid of pids.split('\n').filter(Boolean).map(Number)) {
    // The pid may belong to another program by now.
    if (commandOf(pid).includes('node.mjs')) signal(pid, 'SIGKILL');
  }
  const disk = join(folder, 'disk');
  const dataDir = existsSync(join(disk, 'data')) ? join(disk, 'data') : join(folder, 'data');
  if (existsSync(join(dataDir, 'format.json'))) {
    const left = await startEmbedded({ dataDir, log: () => undefined }).catch(() => null);
    await left?.stop();
  }
  if (existsSync(join(folder, 'disk.image'))) await unmountFolder(disk);
  await rm(folder, { recursive: true, force: true });
}
