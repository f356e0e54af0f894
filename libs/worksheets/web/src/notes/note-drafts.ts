import { atom, type PrimitiveAtom } from 'jotai';

const drafts = new Map<string, PrimitiveAtom<string>>();

/** Draft of a text, kept for the page's lifetime: closing the panel loses nothing. */
export function noteDraftAtom(place: string): PrimitiveAtom<string> {
  const known = drafts.get(place) ?? atom('');
  drafts.set(place, known);
  return known;
}
