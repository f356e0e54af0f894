import { PERSON_COLOURS, token, type Token } from '../theme/tokens.ts';

/** Place of an id among the colours, 0–9. FNV-1a, so that similar ids get different colours. */
function hashed(id: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  }
  // XOR-folded, as FNV's authors advise for small ranges: the low bits alone are less uniform.
  return ((hash ^ (hash >>> 15)) >>> 0) % PERSON_COLOURS;
}

const colourAt = (place: number): string => token(`person-${place + 1}` as Token);

/** Name of the custom property with the colour allotted to a user. */
const propertyOf = (id: string): string => `--colour-of-${id.replace(/[^\w-]/g, '_')}`;

/**
 * A user's colour for avatar, caret and field outlines: the one allotted among the account's people, else one by the id
 * alone. A CSS value, so that what is already drawn follows the allotment.
 */
export const personColour = (id: string): string => `var(${propertyOf(id)}, ${colourAt(hashed(id))})`;

/**
 * Colours of the people of an account as CSS: as many different ones as there are, ten at most; one is given again
 * when all are taken. The ids alone decide, so that all clients agree; a person keeps the colour of the id where it is free.
 */
export function allottedColours(ids: readonly string[]): string {
  const taken = Array.from({ length: PERSON_COLOURS }, () => 0);
  const rules = ids.toSorted().map((id) => {
    const fewest = Math.min(...taken);
    let place = hashed(id);
    while (taken[place] !== fewest) place = (place + 1) % PERSON_COLOURS;
    taken[place] = fewest + 1;
    return `${propertyOf(id)}: ${colourAt(place)};`;
  });
  return `:root { ${rules.join(' ')} }`;
}
