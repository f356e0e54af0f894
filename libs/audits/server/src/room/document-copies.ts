import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import * as Y from 'yjs';

/** A tree document at one version, packed for whoever begins with it. Never changed once it is there. */
export interface DocumentCopy {
  readonly documentId: string;
  readonly version: number;
  /** Chain link at that version. */
  readonly link: string;
  /** Its state as a Yjs update, in brotli. */
  readonly brotli: Buffer;
}

/** What is copied: all of it is read in one tick. */
export interface CopiedDocument {
  readonly documentId: string;
  readonly document: Y.Doc;
  readonly version: number;
  readonly link: string;
}

/** Milliseconds after which a copy that is behind is made anew, behind the answer that it still gives. */
const REFRESH_AFTER = 10_000;
/** Versions by which a copy that is given away may be behind, … */
const MOST_BEHIND = 1_000;
/** … unless it is younger than this (milliseconds): an import changes more than any copying could follow. */
const LEAST_AGE = 1_000;

/** Of brotli: 3.5 MB of 10,000 items become 0.5 MB in some 20 ms of another thread. */
const QUALITY = 3;

const compress = promisify(brotliCompress);
const expand = promisify(brotliDecompress);
const zip = promisify(gzip);

/**
 * Copies of one room's document for those who begin without it. To take one costs this thread a walk through the
 * document, so a copy that is a little behind serves as well: the sync that follows brings the rest. However
 * often the document changes and however many begin, one copy is taken in ten seconds.
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
    /** Milliseconds of a clock that never goes back. */
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A copy that was kept elsewhere: of this document, at or below its version. */
  prime(copy: DocumentCopy): void {
    this.newest = copy;
    this.newestAt = this.now();
  }

  /** A copy of the present document that may be a little behind. */
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

  /** A copy of the document as it is at the call. */
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

/** The Yjs update that a copy holds. */
export const unpackCopy = ({ brotli }: Pick<DocumentCopy, 'brotli'>): Promise<Buffer> => expand(brotli);

export type CopyEncoding = 'br' | 'gzip' | 'identity';

const zipped = new WeakMap<DocumentCopy, Promise<Buffer>>();

/** A copy's bytes as a client reads them. Few read no brotli: gzip is made when it is first asked for. */
export function copyEncodedAs(copy: DocumentCopy, encoding: CopyEncoding): Promise<Buffer> {
  if (encoding === 'br') return Promise.resolve(copy.brotli);
  if (encoding === 'identity') return unpackCopy(copy);
  const made = zipped.get(copy) ?? unpackCopy(copy).then((bytes) => zip(bytes, { level: 1 }));
  zipped.set(copy, made);
  return made;
}
