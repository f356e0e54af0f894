import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { DATA_BYTES, encodeFrame } from './frames.ts';
import { FilesDigest, openKeptFile, walkFiles, type KeptFiles } from './kept-files.ts';
import { findKeptTables, readMigrations, readSequences, type KeptTable } from './kept-tables.ts';
import type { LogSource } from './log-part.ts';
import { toJson, type LogSummary, type Manifest, type Part, type PartEnd } from './manifest.ts';
import { beginSnapshot, readRows } from './table-rows.ts';

/** Progress of writing, reading or checking a backup. */
export interface BackupProgress {
  readonly part: Part['kind'];
  /** Uncompressed bytes of content, of all parts so far. */
  readonly bytes: number;
}

export interface ContentOptions {
  readonly log: LogSource;
  readonly schemas: readonly string[];
  readonly files: KeptFiles;
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly now?: (() => Date) | undefined;
}

type TableSummary = Manifest['tables'][number];

/** Produces the frames of one backup; once all were consumed, provides their manifest. */
export class BackupContent {
  private bytes = 0;
  private complete: Manifest | null = null;

  constructor(
    private readonly client: ClientBase,
    private readonly options: ContentOptions,
  ) {}

  get manifest(): Manifest | null {
    return this.complete;
  }

  get contentBytes(): number {
    return this.bytes;
  }

  async *frames(): AsyncGenerator<Buffer> {
    const { log, now = () => new Date() } = this.options;
    const migrations = [...(await readMigrations(this.client))];
    yield encodeFrame('about', toJson({ createdAt: now().toISOString(), storeId: log.storeId, migrations }));
    const logSummary = yield* this.logPart();
    const tables = yield* this.tableParts();
    const sequences = await readSequences(this.client, this.options.schemas);
    const files = yield* this.fileParts();
    const manifest = { log: logSummary, tables, sequences, files };
    yield encodeFrame('manifest', toJson(manifest));
    this.complete = manifest;
  }

  private async *logPart(): AsyncGenerator<Buffer, Manifest['log']> {
    let summary: LogSummary | null = null;
    const { sha256 } = yield* this.part(
      { kind: 'log' },
      this.options.log.content((told) => (summary = told)),
    );
    // Assigned by the callback, which the compiler can't see.
    const read = summary as LogSummary | null;
    if (read === null) throw new Error('the log ended without saying what it held');
    return { ...read, sha256 };
  }

  private async *tableParts(): AsyncGenerator<Buffer, TableSummary[]> {
    const { client, options } = this;
    const found: TableSummary[] = [];
    await beginSnapshot(client);
    const { tables } = await findKeptTables(client, options.schemas);
    for (const table of tables) found.push(yield* this.tablePart(table));
    await client.query('commit');
    return found;
  }

  private async *tablePart(table: KeptTable): AsyncGenerator<Buffer, TableSummary> {
    const { schema, name } = table;
    const columns = table.columns.map((column) => column.name);
    const counted = { rows: 0 };
    const rows = readRows(this.client, table, counted);
    const { sha256 } = yield* this.part({ kind: 'table', schema, name, columns }, rows);
    return { schema, name, rows: counted.rows, sha256 };
  }

  private async *fileParts(): AsyncGenerator<Buffer, Manifest['files']> {
    const { files } = this.options;
    const digest = new FilesDigest();
    for await (const path of walkFiles(files)) {
      const content = await openKeptFile(files.folder, path);
      if (content !== null) digest.add(path, yield* this.part({ kind: 'file', path }, content));
    }
    return digest.summary();
  }

  private async *part(part: Part, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer, PartEnd> {
    const hash = createHash('sha256');
    let bytes = 0;
    yield encodeFrame('begin', toJson(part));
    for await (const piece of content) {
      this.options.signal?.throwIfAborted();
      for (let from = 0; from < piece.length; from += DATA_BYTES) {
        const data = piece.subarray(from, from + DATA_BYTES);
        hash.update(data);
        bytes += data.length;
        yield encodeFrame('data', data);
      }
      this.bytes += piece.length;
      this.options.onProgress?.({ part: part.kind, bytes: this.bytes });
    }
    const end = { bytes, sha256: hash.digest('hex') };
    yield encodeFrame('end', toJson(end));
    return end;
  }
}
