import type { Readable } from 'node:stream';

/** Both ends included, as in HTTP. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface OpenFile {
  /** Of the whole file. */
  readonly bytes: number;
  /** Of the range; it must be read to its end or destroyed. */
  readonly stream: Readable;
}

export interface StoredContent {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Bytes by account and hex SHA-256. The same content is kept once in an account; another account's is out of
 * reach, even for those who know its hash. What is there is whole and durable.
 */
export interface FileStore {
  /**
   * Keeps a file (by path: it may become a link to it, so it must not be written afterwards; remove it) or a
   * stream. Again with the same content changes nothing.
   * @param sha256 of a path, where it is already known
   */
  put(account: string, source: string | Readable, sha256?: string): Promise<StoredContent>;
  /** Null when the account has no such content. The range lies within the file. */
  open(account: string, sha256: string, range?: ByteRange): Promise<OpenFile | null>;
  /** Its size in bytes; null when the account has no such content. */
  has(account: string, sha256: string): Promise<number | null>;
  /** Also where it isn't there. */
  remove(account: string, sha256: string): Promise<void>;
  /** Counted in the store itself: for checks, not for every request. */
  usage(account: string): Promise<{ readonly files: number; readonly bytes: number }>;
}

const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
const SHA_256 = /^[0-9a-f]{64}$/;

/** Whether a hash is one: whatever else is asked for is simply not there. */
export const isHash = (sha256: string): boolean => SHA_256.test(sha256);

/**
 * Place of content below the store's root; no input can lead out of it.
 * @throws Error for what is no account or no hash
 */
export function placeOf(account: string, sha256: string): string {
  if (!SHA_256.test(sha256)) throw new Error('not a SHA-256 in hex');
  return `${folderOf(account)}/${sha256.slice(0, 2)}/${sha256}`;
}

/** @throws Error for what is no account */
export function folderOf(account: string): string {
  if (!ACCOUNT.test(account)) throw new Error('not an account');
  return account;
}
