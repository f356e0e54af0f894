import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { errorCode, explainWriteError, StartError } from './start-error.ts';

/**
 * Version of the data folder's format, apart from the database schema, which has migrations. Raise it when an older
 * version of the product must refuse to open the folder.
 */
export const DATA_FORMAT = 1;

const FORMAT_FILE = 'format.json';
const SECRET_FILE = 'database-secret';

const formatSchema = z.object({
  format: z.number().int().positive(),
  postgresMajor: z.number().int().positive(),
  /** Absolute path of Postgres' own folder. */
  pgdata: z.string().min(1),
});
export type DataFormat = z.infer<typeof formatSchema>;

/** Writes a file atomically and flushes it to disk before returning. */
export async function writeWhole(file: string, text: string, mode: number): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const handle = await open(draft, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw explainWriteError(error, dirname(file));
  }
}

/**
 * The format recorded in the data folder; null when the folder is new. Reads only, so that a folder that must not be
 * opened stays unchanged.
 * @throws StartError `data_format_newer`, `postgres_major_differs`, `data_format_unreadable`
 */
export async function readDataFormat(dataDir: string, postgresMajor: number): Promise<DataFormat | null> {
  const file = join(dataDir, FORMAT_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw explainWriteError(error, dataDir);
  });
  if (text === null) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new StartError('data_format_unreadable', { file }, { cause });
  }
  // The version is parsed alone first: a newer format may have other fields.
  const version = z.object({ format: z.number().int().positive() }).safeParse(json);
  if (version.success && version.data.format > DATA_FORMAT) {
    throw new StartError('data_format_newer', {
      folder: dataDir,
      found: version.data.format,
      known: DATA_FORMAT,
    });
  }
  const format = formatSchema.safeParse(json);
  if (!format.success) throw new StartError('data_format_unreadable', { file }, { cause: format.error });
  if (format.data.postgresMajor !== postgresMajor) {
    throw new StartError('postgres_major_differs', {
      folder: dataDir,
      found: format.data.postgresMajor,
      known: postgresMajor,
    });
  }
  return { ...format.data, pgdata: await clusterOf(dataDir, format.data.pgdata) };
}

/**
 * A moved or copied folder still records the old path, where the original may be in use: a cluster inside the folder
 * takes precedence.
 */
async function clusterOf(dataDir: string, noted: string): Promise<string> {
  const inside = join(await realpath(dataDir), 'pgdata');
  return isCluster(inside) ? inside : noted;
}

export async function writeDataFormat(dataDir: string, format: Omit<DataFormat, 'format'>): Promise<void> {
  await writeWhole(
    join(dataDir, FORMAT_FILE),
    `${JSON.stringify({ format: DATA_FORMAT, ...format })}\n`,
    0o644,
  );
}

/** The folder's single secret, from which the password of each database role is derived; null when there is none. */
export async function readSecret(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, SECRET_FILE), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  const secret = text?.trim() ?? '';
  return /^[0-9a-f]{64}$/.test(secret) ? secret : null;
}

export async function createSecret(dataDir: string): Promise<string> {
  const secret = randomBytes(32).toString('hex');
  await writeWhole(join(dataDir, SECRET_FILE), `${secret}\n`, 0o600);
  return secret;
}

export function secretPath(dataDir: string): string {
  return join(dataDir, SECRET_FILE);
}

/** initdb writes PG_VERSION early, but the product renames a cluster into place only when it is complete. */
export function isCluster(pgdata: string): boolean {
  return existsSync(join(pgdata, 'PG_VERSION'));
}
