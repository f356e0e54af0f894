import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
// Shared with `npm run reset`, which runs before anything is installed.
import known from './data-folder.json' with { type: 'json' };
import { errorCode, explainWriteError, StartError } from './start-error.ts';

/** What a file system puts into a volume of its own. */
const OF_THE_SYSTEM = new Set(['lost+found']);

/**
 * Refuses a data folder that holds something and that no start of ours has made, by any release: the product would
 * write among files of other people, and `npm run reset` would find them there. Reads only.
 * @throws StartError `foreign_folder`
 */
export async function refuseForeignFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw explainWriteError(error, dataDir);
  });
  const held = names.filter((name) => !OF_THE_SYSTEM.has(name));
  const isOurs = known.signs.some((sign) => existsSync(join(dataDir, sign)));
  // A first start that was killed leaves the draft of its lock and nothing else.
  const isBegun = held.every((name) => name.startsWith('instance.lock.'));
  if (!isOurs && !isBegun) {
    throw new StartError('foreign_folder', { folder: dataDir, names: held.slice(0, 3).join(', ') });
  }
}

/** Says that the folder is ours; one that stands already is left as it is. */
export async function markDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, known.mark), '{"product":"cotejo"}\n', { flag: 'wx', mode: 0o644 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !existsSync(join(dataDir, known.mark)))
      throw explainWriteError(error, dataDir);
  }
}
