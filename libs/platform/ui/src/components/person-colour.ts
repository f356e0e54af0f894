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
  return token(`person-${((hash >>> 0) % PERSON_COLOURS) + 1}` as Token);
}
