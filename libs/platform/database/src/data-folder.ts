import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
// Shared with `npm run reset`, which runs before dependencies are installed.
import known from './data-folder.json' with { type: 'json' };
import { errorCode, explainWriteError, StartError } from './start-error.ts';

/** Entries that a file system creates at the root of a volume. */
const OF_THE_SYSTEM = new Set(['lost+found']);

/**
 * Refuses a non-empty folder that was not created by any release of the product: the product would write among foreign
 * files, and `npm run reset` would delete them. Reads only.
 * @throws StartError `foreign_folder`
 */
export async function refuseForeignFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw explainWriteError(error, dataDir);
  });
  const held = names.filter((name) => !OF_THE_SYSTEM.has(name));
  const isOurs = known.signs.some((sign) => existsSync(join(dataDir, sign)));
  // A first start that was killed leaves only the draft of its lock.
  const isBegun = held.every((name) => name.startsWith('instance.lock.'));
  if (!isOurs && !isBegun) {
    throw new StartError('foreign_folder', { folder: dataDir, names: held.slice(0, 3).join(', ') });
  }
}

/** Marks the folder as the product's; an existing mark is left as it is. */
export async function markDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(join(dataDir, known.mark), '{"product":"cotejo"}\n', { flag: 'wx', mode: 0o644 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !existsSync(join(dataDir, known.mark)))
      throw explainWriteError(error, dataDir);
  }
}
