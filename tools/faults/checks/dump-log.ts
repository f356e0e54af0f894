import { createWriteStream } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { withConnection } from '@cotejo/database';
import type { Cluster } from '../cluster/cluster.ts';
import { readLog } from './read-log.ts';

/** Writes the whole log and Postgres' own log file to a folder, for diagnosis. */
export async function dumpLog(cluster: Cluster, folder: string): Promise<void> {
  const file = createWriteStream(join(folder, 'log.ndjson'));
  await withConnection(cluster.database.ownerUrl, async (client) => {
    for await (const page of readLog(client, null)) {
      for (const event of page) {
        file.write(`${JSON.stringify({ ...event, version: Number(event.version) })}\n`);
      }
    }
  });
  file.end();
  await finished(file);
  await copyFile(join(cluster.dataDir, 'postgres.log'), join(folder, 'postgres.log'));
}
