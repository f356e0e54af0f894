import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WitnessedEvent } from '@cotejo/event-store/archive';
import { z } from 'zod';

/** Bytes of a file before the next one is started; about 50,000 events. */
export const WITNESS_FILE_BYTES = 8 * 1_048_576;
/** Number of files kept per log. Older events are covered by seals, which are made every thousand events. */
export const WITNESS_FILES = 3;

const line = z.object({
  position: z.string(),
  stream: z.string().min(1),
  version: z.number().int().min(0),
  link: z.string().regex(/^[0-9a-f]{64}$/),
  /** Incarnation of the log when the event was seen: positions are relative to it. */
  incarnation: z.string().optional(),
});
export type WitnessLine = z.infer<typeof line>;

/**
 * Events of a log as seen by this node, one a line, outside of the database: `<store id>.ndjson` and, older,
 * `<store id>.<number>.ndjson`. Nodes may share the folder: lines are only appended, and duplicate lines are
 * equal. Lines truncated by a power failure or a full disk are skipped.
 */
export class WitnessFile {
  private readonly own: string;
  private readonly current: string;

  constructor(
    private readonly folder: string,
    private readonly storeId: string,
    private readonly fileBytes = WITNESS_FILE_BYTES,
  ) {
    this.own = `${storeId}.ndjson`;
    this.current = join(folder, this.own);
  }

  async append(events: readonly WitnessLine[]): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const handle = await open(this.current, 'a', 0o600);
    let size: number;
    try {
      // The leading line end terminates a truncated line.
      await handle.appendFile(`\n${events.map((event) => JSON.stringify(event)).join('\n')}\n`);
      ({ size } = await handle.stat());
    } finally {
      await handle.close();
    }
    if (size > this.fileBytes) await this.beginNext();
  }

  /** Syncs appended lines to disk. */
  async sync(): Promise<void> {
    const handle = await open(this.current, 'a', 0o600);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** The last line written; null if there is none. */
  async last(): Promise<WitnessLine | null> {
    const name = (await this.names()).at(-1);
    if (name === undefined) return null;
    return linesOf(await readFile(join(this.folder, name), 'utf8')).at(-1) ?? null;
  }

  /** All lines, oldest first. */
  async read(): Promise<readonly WitnessLine[]> {
    const lines: WitnessLine[] = [];
    for (const name of await this.names())
      lines.push(...linesOf(await readFile(join(this.folder, name), 'utf8')));
    return lines;
  }

  private async beginNext(): Promise<void> {
    await this.sync();
    const older = await this.older();
    const last = Number(older.at(-1)?.split('.').at(-2) ?? 0);
    const next = join(this.folder, `${this.storeId}.${String(last + 1).padStart(9, '0')}.ndjson`);
    try {
      // `link` does not overwrite a file that another node has rotated; it fails then, and the rotation is
      // done.
      await link(this.current, next);
      await rm(this.current);
    } catch (error) {
      if (error instanceof Error && 'code' in error && ['EEXIST', 'ENOENT'].includes(String(error.code)))
        return;
      throw error;
    }
    const names = await this.older();
    for (const name of names.slice(0, Math.max(0, names.length + 1 - WITNESS_FILES)))
      await rm(join(this.folder, name), { force: true });
  }

  private async older(): Promise<readonly string[]> {
    return (await this.names()).filter((name) => name !== this.own);
  }

  /** Names of this log's files, oldest first; the last one is being written. */
  private async names(): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const { own } = this;
    const older = names.filter(
      (name) => name !== own && name.startsWith(`${this.storeId}.`) && name.endsWith('.ndjson'),
    );
    return [...older.sort(), ...names.filter((name) => name === own)];
  }
}

function linesOf(text: string): WitnessLine[] {
  return text.split('\n').flatMap((each) => {
    if (each === '') return [];
    try {
      const { data } = line.safeParse(JSON.parse(each));
      return data ? [data] : [];
    } catch {
      return [];
    }
  });
}

/** Witnessed events of a log, oldest first; empty if this folder has none. */
export const readWitnessed = (folder: string, storeId: string): Promise<readonly WitnessedEvent[]> =>
  new WitnessFile(folder, storeId).read();

export const witnessFolder = ({ dataDir, logWitnessDir }: WitnessPlace): string =>
  logWitnessDir ?? join(dataDir, 'witness');

export interface WitnessPlace {
  readonly dataDir: string;
  /** `LOG_WITNESS_DIR`: a place where the database's owner cannot write, ideally on another machine. */
  readonly logWitnessDir: string | undefined;
}
