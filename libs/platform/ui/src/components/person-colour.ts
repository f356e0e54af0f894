import { PERSON_COLOURS, token, type Token } from '../theme/tokens.ts';

/**
 * The one colour of a person everywhere: avatar, cursor, field outline. It follows from the id alone, so
 * every screen and every browser agrees. FNV-1a, because neighbouring ids must not share a colour.
 */
export function personColour(id: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  }
  // Folded, as its authors advise for a small range: the low bits alone repeat sooner.
  const folded = (hash ^ (hash >>> 15)) >>> 0;
  return token(`person-${(folded % PERSON_COLOURS) + 1}` as Token);
}
