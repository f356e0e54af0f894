import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withConnection } from './database-roles.ts';
import { joinRunning } from './join-running.ts';
import { startEmbedded } from './start-embedded.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cotejo-join-'));
  // When run as root, Postgres runs as another user, which must be able to traverse the folder.
  await chmod(dataDir, 0o711);
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('joins the database of a folder while somebody holds it, and only then', async () => {
  expect(await joinRunning(dataDir)).toBeNull();
  const holder = await startEmbedded({ dataDir, log: () => undefined });
  try {
    const joined = await joinRunning(dataDir);
    expect(joined?.appUrl).toBe(holder.appUrl);
    await joined?.stop();
    const alive = await withConnection(holder.appUrl, (client) => client.query('select 1 as one'));
    expect(alive.rows).toEqual([{ one: 1 }]);
  } finally {
    await holder.stop();
  }
  expect(await joinRunning(dataDir)).toBeNull();
});
