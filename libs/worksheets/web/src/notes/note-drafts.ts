import { readDraft, writeDraft } from '@cotejo/ui';
import { atom, type WritableAtom } from 'jotai';

type DraftAtom = WritableAtom<string, [string], void>;

const drafts = new Map<string, DraftAtom>();

/**
 * Draft of a text at a place, kept in this browser until it is sent or the user signs out: closing the panel or the
 * browser loses nothing.
 */
export function noteDraftAtom(user: string, place: string): DraftAtom {
  const key = `${user} ${place}`;
  const known = drafts.get(key) ?? storedAtom(user, `note:${place}`);
  drafts.set(key, known);
  return known;
}

function storedAtom(user: string, form: string): DraftAtom {
  const kept = readDraft(localStorage, user, form)?.['text'];
  const text = atom(typeof kept === 'string' ? kept : '');
  return atom(
    (get) => get(text),
    (_get, set, next: string) => {
      set(text, next);
      writeDraft(localStorage, user, form, next === '' ? null : { text: next });
    },
  );
}

/** Counts the requests to write in the open notes panel; each moves the focus to its text. */
export const noteFocusAtom = atom(0);
