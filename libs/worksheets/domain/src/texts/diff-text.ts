import type { DiffPiece } from '@cotejo/worksheets-contracts';
import { diffArrays } from 'diff';

/**
 * Maximum edit distance in words; beyond it, the diff is a deletion of the old and an insertion of the new
 * text.
 */
const MOST_DIFFERENCES = 600;

/** Splits into words, blanks and punctuation; joined, the tokens equal the text. */
const tokensOf = (text: string): string[] =>
  text.match(/\n|[\p{L}\p{N}_]+|[^\S\n]+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** Word-level diff of two texts in reading order, by line. */
export function diffText(before: string, after: string): DiffPiece[][] {
  return linesOf(diffWords(before, after));
}

/** Word-level diff of two texts in one list, including line breaks. */
export function diffWords(before: string, after: string): DiffPiece[] {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  const changes = diffArrays(old, now, { maxEditLength: MOST_DIFFERENCES }) ?? [
    { removed: true, added: false, value: old },
    { removed: false, added: true, value: now },
  ];
  return changes
    .filter(({ value }) => value.length > 0)
    .map(({ added, removed, value }) => ({
      signo: added ? 'mas' : removed ? 'menos' : 'igual',
      texto: value.join(''),
    }));
}

/** Splits at the line breaks of both texts. */
function linesOf(pieces: readonly DiffPiece[]): DiffPiece[][] {
  const lines: DiffPiece[][] = [[]];
  for (const { signo, texto } of pieces) {
    for (const [index, part] of texto.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ signo, texto: part });
    }
  }
  return lines;
}
