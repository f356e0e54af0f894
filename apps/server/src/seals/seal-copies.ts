import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventStore } from '@cotejo/event-store';
import { SEAL_STREAM, isSealGenuine, sealHash, sealSchema, type Seal } from '@cotejo/event-store/archive';

/**
 * Copies of the log's seals in local files, `seals/<store id>.ndjson` in the data folder: an attacker who
 * truncates the log together with its last seal does not reach them.
 */
const folderOf = (dataDir: string): string => join(dataDir, 'seals');

/** A modified file of copies. */
export class SealCopiesError extends Error {
  override readonly name = 'SealCopiesError';

  constructor(
    readonly file: string,
    readonly line: number,
  ) {
    super(`no seal at line ${line} of ${file}`);
  }
}

/** All copies in the folder, of any log. */
export async function readSealCopies(dataDir: string): Promise<readonly Seal[]> {
  const folder = folderOf(dataDir);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const seals: Seal[] = [];
  for (const name of names.filter((each) => each.endsWith('.ndjson')).sort()) {
    seals.push(...(await readCopies(join(folder, name))));
  }
  return seals;
}

/** Copies the log's seals that this folder lacks, of any node. Returns their number. */
export async function copySeals(
  dataDir: string,
  store: Pick<EventStore, 'read' | 'identity'>,
  trustedKeys: readonly string[],
): Promise<number> {
  const { storeId } = await store.identity();
  const file = join(folderOf(dataDir), `${storeId}.ndjson`);
  const known = new Set((await readCopies(file)).map(sealHash));
  const missing: Seal[] = [];
  for await (const { data } of store.read(SEAL_STREAM)) {
    const { data: seal } = sealSchema.safeParse(data);
    // Seals by untrusted keys are not copied, or they would later count as the product's; `verify` reports
    // them.
    if (!seal || seal.storeId !== storeId || !trustedKeys.includes(seal.key) || !isSealGenuine(seal))
      continue;
    if (!known.has(sealHash(seal))) missing.push(seal);
  }
  if (missing.length > 0) await append(file, missing);
  return missing.length;
}

async function readCopies(file: string): Promise<readonly Seal[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  // Text after the last line end is an interrupted write.
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line, index) => {
    try {
      return sealSchema.parse(JSON.parse(line));
    } catch {
      throw new SealCopiesError(file, index + 1);
    }
  });
}

async function append(file: string, seals: readonly Seal[]): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    const text = await handle.readFile('utf8');
    const whole = text.lastIndexOf('\n') + 1;
    if (whole < text.length) await handle.truncate(Buffer.byteLength(text.slice(0, whole)));
    await handle.writeFile(seals.map((seal) => `${JSON.stringify(seal)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}
