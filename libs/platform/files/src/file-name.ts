import { withoutHidden } from '@cotejo/http/contracts';

export const MOST_NAME_BYTES = 255;

/**
 * Sanitizes a file name: no folders, invisible characters or surrounding blanks, at most 255 bytes of UTF-8 with the
 * whole extension. Null when nothing usable is left.
 */
export function cleanFileName(told: string): string | null {
  if (!isWellFormed(told)) return null;
  const last = told.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = withoutHidden(last)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[. ]+$/u, '');
  return /^\.*$/u.test(name) ? null : shorten(name);
}

function shorten(name: string): string | null {
  if (bytesOf(name) <= MOST_NAME_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const room = MOST_NAME_BYTES - bytesOf(extension);
  let stem = '';
  let used = 0;
  for (const character of dot > 0 ? name.slice(0, dot) : name) {
    used += bytesOf(character);
    if (used > room) break;
    stem += character;
  }
  return stem === '' ? null : stem + extension;
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** False if a text contains an unpaired surrogate, which can't be encoded. */
export const isWellFormed = (text: string): boolean => !/\p{Cs}/u.test(text);
