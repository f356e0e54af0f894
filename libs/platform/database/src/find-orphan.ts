import { realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withConnection } from './database-roles.ts';
import { commandLine, isAlive, waitUntil } from './process-identity.ts';
import { stopPostgres, type RunningPostgres } from './run-postgres.ts';
import { errorCode } from './start-error.ts';

/** A postmaster of the data folder that outlived the process that started it. */
export type Orphan = RunningPostgres;

/** Parses Postgres' own pid file: pid, folder, start, port, … one per line. */
async function readPostmasterFile(pgdata: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(pgdata, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Number.parseInt(lines[0] ?? '', 10), port: Number.parseInt(lines[3] ?? '', 10) };
}

/**
 * Looks for a live postmaster of `pgdata`. Removes a stale pid file whose pid now belongs to another program: Postgres
 * would take that program for a postmaster and refuse to start.
 */
export async function findOrphan(pgdata: string): Promise<Orphan | null> {
  const note = await readPostmasterFile(pgdata);
  if (!note || !Number.isInteger(note.pid) || note.pid <= 0) return null;
  if (!isAlive(note.pid)) return null;
  const command = commandLine(note.pid);
  if (command !== null && !(command.includes('postgres') && command.includes(` ${pgdata} `))) {
    await rm(join(pgdata, 'postmaster.pid'), { force: true });
    return null;
  }
  return { pid: note.pid, port: note.port };
}

/**
 * Adopts an orphan that serves this folder in the wanted version; stops any other. Null when it was stopped (or died
 * meanwhile), so that the caller starts a new one.
 */
export async function adoptOrStop(
  orphan: Orphan,
  pgdata: string,
  adminUrlAt: (port: number) => string,
  wantedVersion: string,
): Promise<Orphan | null> {
  const ours = realpathSync(pgdata);
  const deadline = Date.now() + 5_000;
  while (isAlive(orphan.pid) && Date.now() < deadline) {
    try {
      const [folder, version] = await withConnection(adminUrlAt(orphan.port), async (client) => {
        const { rows } = await client.query<{ folder: string; version: string }>(
          `select current_setting('data_directory') as folder, current_setting('server_version') as version`,
        );
        return [rows[0]?.folder, rows[0]?.version] as const;
      });
      if (folder !== undefined && realpathSync(folder) === ours && version === wantedVersion) return orphan;
      break;
    } catch {
      // Still starting, shutting down, or a foreign server: retried until the deadline, then stopped.
      await waitUntil(() => !isAlive(orphan.pid), 200);
    }
  }
  if (isAlive(orphan.pid)) await stopPostgres(orphan.pid);
  return null;
}
