import { hash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';

export interface Head {
  readonly version: bigint;
  readonly link: string;
}

/**
 * Merkle tree hash of RFC 6962, section 2.1 (a first byte separates leaves from nodes), over the heads of all streams,
 * sorted by name (UTF-16 code units). A leaf is the canonical JSON of `[stream, version as text, link]`.
 */
export function headsRoot(heads: ReadonlyMap<string, Head>): string {
  const names = [...heads.keys()].sort();
  return merkleRoot(
    names.map((name) => {
      const head = heads.get(name);
      return canonicalJson([name, String(head?.version), head?.link ?? '']);
    }),
  );
}

/** Hex Merkle tree hash over texts; the root of an empty list is SHA-256 of the empty string. */
export function merkleRoot(leaves: readonly string[]): string {
  // Roots of perfect subtrees, largest first; two of equal size merge, as carries do in a binary counter.
  const roots: { readonly size: number; readonly root: Buffer }[] = [];
  for (const leaf of leaves) {
    let next = { size: 1, root: digest(Buffer.concat([LEAF, Buffer.from(leaf)])) };
    for (let last = roots.at(-1); last?.size === next.size; last = roots.at(-1)) {
      roots.pop();
      next = { size: next.size * 2, root: node(last.root, next.root) };
    }
    roots.push(next);
  }
  const root = roots.map((each) => each.root).reduceRight((right, left) => node(left, right), NOTHING);
  return (roots.length === 0 ? digest(NOTHING) : root).toString('hex');
}

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);
const NOTHING = Buffer.alloc(0);

const node = (left: Buffer, right: Buffer): Buffer =>
  right.length === 0 ? left : digest(Buffer.concat([NODE, left, right]));

const digest = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');
