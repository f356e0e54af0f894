import { PERSON_COLOURS, token, type Token } from '../theme/tokens.ts';

/**
 * A user's colour for avatar, caret and field outlines. Derived from the id alone, so that all clients agree.
 * FNV-1a, so that similar ids get different colours.
 */
export function personColour(id: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  }
  // XOR-folded, as FNV's authors advise for small ranges: the low bits alone are less uniform.
  const folded = (hash ^ (hash >>> 15)) >>> 0;
  return token(`person-${(folded % PERSON_COLOURS) + 1}` as Token);
}
