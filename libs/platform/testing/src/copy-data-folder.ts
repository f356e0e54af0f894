import { chmod, cp, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const format = z.looseObject({ pgdata: z.string() });

/**
 * Copies the data folder of a product that has stopped, its database with it, into the empty folder `to`.
 * Copies nothing when the database lies elsewhere, because its user could not enter the folder: two products
 * must not share it.
 */
export async function copyDataFolder(from: string, to: string): Promise<void> {
  const told = format.parse(JSON.parse(await readFile(join(from, 'format.json'), 'utf8')));
  if (dirname(told.pgdata) !== (await realpath(from))) return;
  await cp(from, to, { recursive: true });
  const pgdata = join(await realpath(to), 'pgdata');
  await writeFile(join(to, 'format.json'), JSON.stringify({ ...told, pgdata }));
  // As root Postgres runs as another user, who must get in.
  await chmod(to, 0o711);
}
