import { userId, type UserId } from '@cotejo/access-contracts';

/** A text run of a note, or a mention. */
export type NotePart =
  { readonly kind: 'words'; readonly text: string } | { readonly kind: 'person'; readonly id: UserId };

const NAMED = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/gi;

/** Notation of a mention: by id, because names change and may be forgotten. */
export const mentionOf = (person: string): string => `@[${person}]`;

/** Splits the text of a note or entry into runs and mentions; invalid ids stay text. */
export function noteParts(text: string): readonly NotePart[] {
  const parts: NotePart[] = [];
  let end = 0;
  const words = (until: number) => {
    if (until > end) parts.push({ kind: 'words', text: text.slice(end, until) });
  };
  for (const found of text.matchAll(NAMED)) {
    const id = userId.safeParse(found[1]?.toLowerCase());
    if (!id.success) continue;
    words(found.index);
    parts.push({ kind: 'person', id: id.data });
    end = found.index + found[0].length;
  }
  words(text.length);
  return parts;
}

/** Whether the text of a note mentions a user. */
export const namesPerson = (text: string | null, person: string): boolean =>
  text !== null && noteParts(text).some((part) => part.kind === 'person' && part.id === person);
