import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll } from 'vitest';
import { StartedServer } from './started-server.fixture.ts';

/** A server on an empty database for all tests of a file; it is there from the first `beforeAll` after this. */
export function serverOfThisFile(): () => StartedServer {
  let database: TestDatabase | null = null;
  let started: StartedServer | null = null;
  beforeAll(async () => {
    database = await testDatabase();
    started = await StartedServer.start({
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
    });
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
