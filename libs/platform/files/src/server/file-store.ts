import type { Readable } from 'node:stream';

/** Inclusive at both ends, as in HTTP. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface OpenFile {
  /** Size of the whole file. */
  readonly bytes: number;
  /** Stream of the range; it must be read to its end or destroyed. */
  readonly stream: Readable;
}

export interface StoredContent {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Content by account and hex SHA-256. Equal content is stored once per account; content of other accounts is not
 * accessible, even with a known hash. Stored content is complete and durable.
 */
export interface FileStore {
  /**
   * Stores a file or a stream. A file given by path may be hard-linked, so it must not be modified afterwards; the
   * caller removes it. Idempotent for the same content.
   * @param sha256 hash of the file at the path, if known
   */
  put(account: string, source: string | Readable, sha256?: string): Promise<StoredContent>;
  /** Null when the account has no such content. The range must lie within the file. */
  open(account: string, sha256: string, range?: ByteRange): Promise<OpenFile | null>;
  /** Size in bytes; null when the account has no such content. */
  has(account: string, sha256: string): Promise<number | null>;
  /** Idempotent. */
  remove(account: string, sha256: string): Promise<void>;
  /** Counted in the store itself, which is slow: for checks, not for every request. */
  usage(account: string): Promise<{ readonly files: number; readonly bytes: number }>;
}

const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
const SHA_256 = /^[0-9a-f]{64}$/;

/** Invalid hashes are treated as missing content. */
export const isHash = (sha256: string): boolean => SHA_256.test(sha256);

/**
 * Path of content below the store's root; no input can escape it.
 * @throws Error for an invalid account or hash
 */
export function placeOf(account: string, sha256: string): string {
  if (!SHA_256.test(sha256)) throw new Error('not a SHA-256 in hex');
  return `${folderOf(account)}/${sha256.slice(0, 2)}/${sha256}`;
}

/** @throws Error for an invalid account */
export function folderOf(account: string): string {
  if (!ACCOUNT.test(account)) throw new Error('not an account');
  return account;
}
