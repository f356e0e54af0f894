import type { DiffPiece } from '@cotejo/worksheets-contracts';
import { diffArrays } from 'diff';

/** Words that two texts may differ by; beyond it all of the old one goes and all of the new one comes. */
const MOST_DIFFERENCES = 600;

/** Words, blanks and marks by themselves; together they are the text. */
const tokensOf = (text: string): string[] =>
  text.match(/\n|[\p{L}\p{N}_]+|[^\S\n]+|[^\p{L}\p{N}_\s]/gu) ?? [];

/** What changed between two texts, word by word, in the order in which it is read; a line each. */
export function diffText(before: string, after: string): DiffPiece[][] {
  return linesOf(diffWords(before, after));
}

/** What changed between two texts, word by word, in one list with its line breaks. */
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

/** Line breaks end a line, whichever text has them. */
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
