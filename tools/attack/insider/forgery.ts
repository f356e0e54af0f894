import { randomUUID } from 'node:crypto';
import type { Chance } from '../../../apps/server/src/fuzz/chance.fixture.ts';

/**
 * Values for fields that only the server may set, which no server generates: finding one in the log proves that a
 * forgery was accepted.
 */
export const FORGED_REF = 'f0f0f0f0-f0f0-40f0-80f0-f0f0f0f0f0f0';
export const FORGED_HASH = 'f0'.repeat(32);
export const FORGED_NUMBER = 2 ** 52 - 77;
/** The largest version that a JSON number can represent. */
export const NOT_A_VERSION = 2 ** 53 - 1;

const sealed = { ref: FORGED_REF, hash: FORGED_HASH, length: 40 };

/** A text with the fields that the server adds when it seals one. */
export function forgedText(chance: Chance, author: string, field: string): Record<string, unknown> {
  return {
    field,
    text: chance.often(0.5) ? sealed : null,
    characters: chance.pick([0, 12, FORGED_NUMBER]),
    authors: [author],
    covers: chance.pick([
      [0, 1],
      [0, FORGED_NUMBER],
    ]),
    ...(chance.often(0.2) && { images: [randomUUID()] }),
  };
}

/** A random choice of fields that an intent may not contain, in the name of `author`. */
export function forged(chance: Chance, author: string): Record<string, unknown> {
  const fields = ['condition', 'evidence', 'conclusion', 'objective', 'description'];
  const texts = [forgedText(chance, author, chance.pick(fields))];
  const all: Record<string, unknown> = {
    texts,
    afterwards: texts,
    by: author,
    actor: author,
    covers: [0, FORGED_NUMBER],
    ref: FORGED_REF,
    hash: FORGED_HASH,
    characters: FORGED_NUMBER,
    revisions: texts,
    name: sealed,
    contentHash: FORGED_HASH,
    sha256: FORGED_HASH,
    textsAt: NOT_A_VERSION,
    copied: true,
  };
  return Object.fromEntries(Object.entries(all).filter(() => chance.often(0.4)));
}
