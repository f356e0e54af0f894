import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withConnection } from '@cotejo/database';
import { inject } from 'vitest';
import { testDatabase, untilLeft, type TestDatabase } from './test-database.ts';

export interface CopiedDatabase extends TestDatabase {
  /** Folder with the model's files, shared by all copies: copy from it, never write to it. */
  readonly folder: string;
}

/** Arbitrary number: the first caller creates the model, the others wait. */
const MODEL_LOCK = 727_005;

/**
 * A copy of the database filled by `fill`, which runs once for all test files of a run that name the same model. When
 * `fill` returns, no connection to its database may be open. Drop the copy in `afterAll`.
 */
export async function copiedDatabase(
  model: string,
  fill: (database: TestDatabase, folder: string) => Promise<void>,
): Promise<CopiedDatabase> {
  const folder = join(inject('testModels'), model);
  const name = `model_${model}`;
  await withConnection(inject('testPostgres'), async (lock) => {
    // Held by this session until its connection ends.
    await lock.query('select pg_advisory_lock($1)', [MODEL_LOCK]);
    const found = await lock.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return;
    // Renamed once it is complete, so that a failed attempt is never used as the model.
    const draft = await testDatabase();
    const draftFolder = `${folder}.${draft.name}`;
    try {
      await mkdir(draftFolder, { recursive: true });
      await fill(draft, draftFolder);
      await untilLeft(lock, draft.name);
      await rename(draftFolder, folder);
      await lock.query(`alter database ${draft.name} rename to ${name}`);
    } catch (error) {
      await draft.drop();
      for (const left of [draftFolder, folder]) await rm(left, { recursive: true, force: true });
      throw error;
    }
  });
  return { ...(await testDatabase(name)), folder };
}
