import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHolder, startEmbedded } from '@cotejo/database';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's URL of the Postgres that serves this run. */
    testPostgres: string;
    /** Folder for what belongs to the databases that others are copies of; gone after the run. */
    testModels: string;
  }
}

const PREFIX = 'cotejo-test-postgres-';

/** By its process, which its folder is named after: another run on this machine may just be making its own. */
function isUnderWay(name: string): boolean {
  const pid = Number(name.slice(PREFIX.length).split('-')[0]);
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A run that was killed leaves its Postgres on; the next run puts it out. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX) || isUnderWay(name)) continue;
    const dataDir = join(tmpdir(), name);
    try {
      if (await findHolder(dataDir)) continue;
      const abandoned = await startEmbedded({ dataDir, log: () => undefined });
      await abandoned.stop();
    } catch {
      // Half made, or of another user: nothing runs on it that we could stop.
    }
    await rm(dataDir, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Starts one real Postgres for the whole run, as durable as in production: the boot checks must pass. */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // As root Postgres runs as another user, who must get in.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbedded({ dataDir, log: () => undefined });
  project.provide('testPostgres', postgres.adminUrl);
  project.provide('testModels', join(dataDir, 'models'));
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
