import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll } from 'vitest';
import { demoDatabase } from './demo-database.fixture.ts';
import { StartedServer } from './started-server.fixture.ts';

/**
 * A server on the demo database for all tests of a file; available from the first `beforeAll` after this
 * call.
 */
export function serverOfThisFile(): () => StartedServer {
  let database: CopiedDatabase | null = null;
  let started: StartedServer | null = null;
  beforeAll(async () => {
    database = await demoDatabase();
    started = await StartedServer.on(database);
  });
  afterAll(async () => {
    await started?.stop();
    await database?.drop();
  });
  return () => {
    if (!started) throw new Error('the server starts before the first test');
    return started;
  };
}
