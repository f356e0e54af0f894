import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BackupProgress } from './backup-content.ts';
import { BackupError } from './backup-error.ts';
import type { Frame } from './frames.ts';
import { FilesDigest, requireInnerPath } from './kept-files.ts';
import type { ReadLog } from './log-part.ts';
import {
  readAbout,
  readManifest,
  readPart,
  readPartEnd,
  type About,
  type Manifest,
  type Part,
  type PartEnd,
  type TablePart,
} from './manifest.ts';

/** Handlers for the parts; each must read its content to the end. */
export interface PartReader {
  readonly log: ReadLog;
  /** Resolves with the number of rows. */
  readonly table: (part: TablePart, content: AsyncIterable<Buffer>) => Promise<number>;
  readonly file: (path: string, content: AsyncIterable<Buffer>) => Promise<void>;
}

export interface ReadBackup {
  readonly about: About;
  readonly manifest: Manifest;
  readonly contentBytes: number;
}

export interface ReadPartsOptions {
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a backup to its end, part by part.
 * @throws BackupError `inconsistent` when its content differs from its manifest; and errors of frames and readers
 */
export async function readParts(
  frames: AsyncGenerator<Frame, void>,
  reader: PartReader,
  options: ReadPartsOptions = {},
): Promise<ReadBackup> {
  const source = new FrameSource(frames, options);
  try {
    const about = readAbout(await source.expect('about'));
    let log: Manifest['log'] | null = null;
    const tables: Manifest['tables'][number][] = [];
    const files = new FilesDigest();
    for (;;) {
      const frame = await source.next();
      if (frame.type === 'manifest') {
        const manifest = readManifest(frame.content);
        await source.expectEnd();
        const read = { log, tables, files: files.summary() };
        const { sequences: _, ...said } = manifest;
        requireSame(read, said);
        return { about, manifest, contentBytes: source.bytes };
      }
      if (frame.type !== 'begin') throw new BackupError('inconsistent', { part: frame.type });
      const part = readPart(frame.content);
      const content = source.content(part.kind);
      if (part.kind === 'log') {
        const summary = await reader.log(content);
        log = { ...summary, sha256: source.end(part).sha256 };
      } else if (part.kind === 'table') {
        const { schema, name } = part;
        const rows = await reader.table(part, content);
        tables.push({ schema, name, rows, sha256: source.end(part).sha256 });
      } else {
        requireInnerPath(part.path);
        await reader.file(part.path, content);
        files.add(part.path, source.end(part));
      }
    }
  } finally {
    await frames.return();
  }
}

/** Reads frames in order, and the content of the current part. */
class FrameSource {
  bytes = 0;
  private current: { bytes: number; sha256: string; end: PartEnd } | null = null;

  constructor(
    private readonly frames: AsyncGenerator<Frame, void>,
    private readonly options: ReadPartsOptions,
  ) {}

  async next(): Promise<Frame> {
    this.options.signal?.throwIfAborted();
    const next = await this.frames.next();
    if (next.done === true) throw new BackupError('inconsistent', { part: 'manifest' });
    return next.value;
  }

  async expect(type: Frame['type']): Promise<Buffer> {
    const frame = await this.next();
    if (frame.type !== type) throw new BackupError('inconsistent', { part: type });
    return frame.content;
  }

  async expectEnd(): Promise<void> {
    if (!(await this.frames.next()).done) throw new BackupError('inconsistent', { part: 'manifest' });
  }

  async *content(kind: Part['kind']): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let bytes = 0;
    this.current = null;
    for (;;) {
      const { type, content } = await this.next();
      if (type === 'end') {
        this.current = { bytes, sha256: hash.digest('hex'), end: readPartEnd(content) };
        return;
      }
      if (type !== 'data') throw new BackupError('inconsistent', { part: kind });
      hash.update(content);
      bytes += content.length;
      this.bytes += content.length;
      this.options.onProgress?.({ part: kind, bytes: this.bytes });
      yield content;
    }
  }

  /** Checks the end of the part whose content was just read. */
  end(part: Part): PartEnd {
    const { current } = this;
    if (current === null) throw new Error(`the content of a part (${part.kind}) was not read to its end`);
    if (current.bytes !== current.end.bytes || current.sha256 !== current.end.sha256)
      throw new BackupError('inconsistent', { part: part.kind });
    return current.end;
  }
}

function requireSame(read: Readonly<Record<string, unknown>>, said: Readonly<Record<string, unknown>>): void {
  for (const [part, value] of Object.entries(said))
    if (!isDeepStrictEqual(read[part], value)) throw new BackupError('inconsistent', { part });
}
