import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import * as Y from 'yjs';

/** A packed snapshot of a tree document at one version, for clients that open it. Immutable. */
export interface DocumentCopy {
  readonly documentId: string;
  readonly version: number;
  /** Hash-chain link at that version. */
  readonly link: string;
  /** State of the document as a Yjs update, compressed with brotli. */
  readonly brotli: Buffer;
}

/** Source of the copies; all its properties are read in one tick, so that they are consistent. */
export interface CopiedDocument {
  readonly documentId: string;
  readonly document: Y.Doc;
  readonly version: number;
  readonly link: string;
}

/**
 * Age in milliseconds after which an outdated copy is refreshed in the background while it is still served.
 */
const REFRESH_AFTER = 10_000;
/** Versions by which a served copy may be behind, … */
const MOST_BEHIND = 1_000;
/**
 * … unless it is younger than this (milliseconds): an import changes the document faster than it can be
 * copied.
 */
const LEAST_AGE = 1_000;

/** Brotli quality: at 3, the 3.5 MB of 10,000 items become 0.5 MB in about 20 ms on a worker thread. */
const QUALITY = 3;

const compress = promisify(brotliCompress);
const expand = promisify(brotliDecompress);
const zip = promisify(gzip);

/**
 * Snapshots of one room's document for clients that open it. Encoding one walks the whole document on the
 * main thread, and the sync that follows sends the missing changes, so slightly outdated copies are served.
 * However often the document changes and however many clients open it, about one copy is made in ten seconds.
 */
export class DocumentCopies {
  private newest: DocumentCopy | null = null;
  private newestAt = 0;
  private taking: {
    readonly of: string;
    readonly version: number;
    readonly copy: Promise<DocumentCopy>;
  } | null = null;

  constructor(
    private readonly of: CopiedDocument,
    /** Monotonic clock, in milliseconds. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Sets a copy loaded from a snapshot: of this document, at or below its version. */
  prime(copy: DocumentCopy): void {
    this.newest = copy;
    this.newestAt = this.now();
  }

  /** A copy of the present document that may be slightly behind. */
  recent(): Promise<DocumentCopy> {
    const { newest, taking } = this;
    const { documentId, version } = this.of;
    if (newest?.documentId !== documentId) return taking?.of === documentId ? taking.copy : this.exact();
    const behind = version - newest.version;
    const age = this.now() - this.newestAt;
    if (behind > MOST_BEHIND && age > LEAST_AGE)
      return taking?.of === documentId ? taking.copy : this.exact();
    if (behind > 0 && age > REFRESH_AFTER && !taking) void this.exact();
    return Promise.resolve(newest);
  }

  /** A copy of the document exactly as of the call. */
  exact(): Promise<DocumentCopy> {
    const { newest, taking } = this;
    const { documentId, version, link } = this.of;
    if (newest?.documentId === documentId && newest.version === version) return Promise.resolve(newest);
    if (taking?.of === documentId && taking.version === version) return taking.copy;
    const bytes = Y.encodeStateAsUpdate(this.of.document);
    const at = this.now();
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    const copy = compress(bytes, { params }).then((brotli) => {
      const taken = { documentId, version, link, brotli };
      if (!this.newest || this.newest.version <= version) {
        this.newest = taken;
        this.newestAt = at;
      }
      if (this.taking?.copy === copy) this.taking = null;
      return taken;
    });
    this.taking = { of: documentId, version, copy };
    return copy;
  }
}

/** The decompressed Yjs update of a copy. */
export const unpackCopy = ({ brotli }: Pick<DocumentCopy, 'brotli'>): Promise<Buffer> => expand(brotli);

export type CopyEncoding = 'br' | 'gzip' | 'identity';

const zipped = new WeakMap<DocumentCopy, Promise<Buffer>>();

/**
 * A copy in the content encoding of a client. Few clients lack brotli, so gzip is made on first request and
 * cached.
 */
export function copyEncodedAs(copy: DocumentCopy, encoding: CopyEncoding): Promise<Buffer> {
  if (encoding === 'br') return Promise.resolve(copy.brotli);
  if (encoding === 'identity') return unpackCopy(copy);
  const made = zipped.get(copy) ?? unpackCopy(copy).then((bytes) => zip(bytes, { level: 1 }));
  zipped.set(copy, made);
  return made;
}
