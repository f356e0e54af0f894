import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headsRoot, merkleRoot } from './merkle-root.ts';

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest();

/** Literal transcription of RFC 6962, section 2.1. */
function treeHash(leaves: readonly string[]): Buffer {
  if (leaves.length === 0) return sha256('');
  if (leaves.length === 1) return sha256(Buffer.from([0]), leaves[0] ?? '');
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(Buffer.from([1]), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

describe('the Merkle root', () => {
  it('is that of RFC 6962', () => {
    expect(merkleRoot([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(merkleRoot([''])).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 70 }), (leaves) => {
        expect(merkleRoot(leaves)).toBe(treeHash(leaves).toString('hex'));
      }),
    );
  });

  it('of heads depends on names, versions and links, and not on the order of the map', () => {
    const link = 'ab'.repeat(32);
    const root = headsRoot(
      new Map([
        ['a', { version: 1n, link }],
        ['b', { version: 2n, link }],
      ]),
    );
    expect(
      headsRoot(
        new Map([
          ['b', { version: 2n, link }],
          ['a', { version: 1n, link }],
        ]),
      ),
    ).toBe(root);
    for (const other of [
      new Map([['a', { version: 1n, link }]]),
      new Map([
        ['a', { version: 2n, link }],
        ['b', { version: 1n, link }],
      ]),
      new Map([
        ['a', { version: 1n, link }],
        ['c', { version: 2n, link }],
      ]),
      new Map([
        ['a', { version: 1n, link }],
        ['b', { version: 2n, link: 'ac'.repeat(32) }],
      ]),
    ]) {
      expect(headsRoot(other)).not.toBe(root);
    }
  });
});
