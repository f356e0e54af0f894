import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHolder, startEmbedded } from '@cotejo/database';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's URL of the Postgres that serves this run. */
    testPostgres: string;
    /** Folder for the files of model databases; removed after the run. */
    testModels: string;
  }
}

const PREFIX = 'cotejo-test-postgres-';

/** Whether the process named in the folder exists: another run on this machine may be creating its folder. */
function isUnderWay(name: string): boolean {
  const pid = Number(name.slice(PREFIX.length).split('-')[0]);
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A killed run leaves its Postgres running; the next run stops it. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX) || isUnderWay(name)) continue;
    const dataDir = join(tmpdir(), name);
    try {
      if (await findHolder(dataDir)) continue;
      const abandoned = await startEmbedded({ dataDir, log: () => undefined });
      await abandoned.stop();
    } catch {
      // Incomplete, or another user's: there is no Postgres that could be stopped.
    }
    await rm(dataDir, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Starts one real Postgres for the whole run, as durable as in production, because the store's checks require it. */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // When run as root, Postgres runs as another user, which must be able to enter.
  await chmod(dataDir, 0o711);
  // Each worker has up to two nodes beside the server that its files share, at some 30 connections each.
  const postgres = await startEmbedded({ dataDir, log: () => undefined, connections: 400 });
  project.provide('testPostgres', postgres.adminUrl);
  project.provide('testModels', join(dataDir, 'models'));
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
