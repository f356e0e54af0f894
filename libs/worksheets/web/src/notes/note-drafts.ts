import { atom, type PrimitiveAtom } from 'jotai';

const drafts = new Map<string, PrimitiveAtom<string>>();

/** What was begun to be written somewhere, as long as the page lives: a closed panel loses nothing. */
export function noteDraftAtom(place: string): PrimitiveAtom<string> {
  const known = drafts.get(place) ?? atom('');
  drafts.set(place, known);
  return known;
}
