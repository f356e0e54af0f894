import type { ItemType } from '@cotejo/audits-contracts';
import {
  FLOWCHART_FIELD,
  TEXT_FIELDS,
  type DiffPiece,
  type WorksheetTextView,
} from '@cotejo/worksheets-contracts';
import { diffText } from '@cotejo/worksheets-domain';
import { chartWords, keptChart } from './kept-chart.ts';

/** A past text, and how it differs from the other version. */
export interface TextThen {
  readonly field: string;
  /** Undefined if it was not yet written. */
  readonly text: WorksheetTextView | undefined;
  readonly differs: boolean;
  /** Differing lines, from earlier to later; null if there is no text to compare. */
  readonly lines: readonly (readonly DiffPiece[])[] | null;
  /** The text is empty in the other version. */
  readonly isAlone: boolean;
}

const LISTED = /^(instruction|question)\.([^.]+)\.([a-z]+)$/;

/** Fixed texts of a type; those of instructions and questions depend on their entries. */
const fieldsOf = (type: ItemType): readonly string[] => [
  ...(TEXT_FIELDS[type] ?? []),
  ...(type === 'understanding' ? [FLOWCHART_FIELD] : []),
];

const wordsOf = (text: WorksheetTextView | undefined): string => {
  if (!text) return '';
  return text.campo === FLOWCHART_FIELD ? chartWords(keptChart(text.cuerpo)) : text.texto;
};

/**
 * Texts of a worksheet at the shown version, in the order of its fields.
 * @param others texts of the version to compare with; null = none
 * @param isLater whether the other version is later
 * @param places ids of instructions and questions in their order
 */
export function textsThen(
  type: ItemType,
  texts: readonly WorksheetTextView[],
  others: readonly WorksheetTextView[] | null,
  isLater: boolean,
  places: readonly string[],
): TextThen[] {
  const own = new Map(texts.map((text) => [text.campo, text]));
  const beside = new Map((others ?? texts).map((text) => [text.campo, text]));
  const catalogue = fieldsOf(type);
  const usual = catalogue.filter((field) => !field.includes('*'));
  const order = (field: string): readonly number[] => {
    const [, , id = ''] = LISTED.exec(field) ?? [];
    const place = places.indexOf(id);
    return [
      id === '' ? 0 : 1,
      place < 0 ? places.length : place,
      catalogue.indexOf(field.replace(LISTED, '$1.*.$3')),
    ];
  };
  return [...new Set([...usual, ...own.keys(), ...beside.keys()])]
    .sort((a, b) => inOrder(order(a), order(b)) || (a < b ? -1 : 1))
    .map((field) => compared(field, own.get(field), beside.get(field), isLater));
}

function compared(
  field: string,
  text: WorksheetTextView | undefined,
  other: WorksheetTextView | undefined,
  isLater: boolean,
): TextThen {
  const same = { field, text, differs: false, lines: [], isAlone: false };
  if (text?.rev === other?.rev) return same;
  const [mine, theirs] = [wordsOf(text), wordsOf(other)];
  const isHidden = [text, other].some((one) => one?.redactado || one?.alterado);
  const isAlike = JSON.stringify(text?.cuerpo ?? null) === JSON.stringify(other?.cuerpo ?? null);
  if (isAlike && !isHidden) return same;
  if (isHidden) return { field, text, differs: true, lines: null, isAlone: false };
  const lines = isLater ? diffText(mine, theirs) : diffText(theirs, mine);
  const isAlone = mine !== '' && theirs === '';
  return { field, text, differs: true, lines: lines.filter((line) => line.some(isChange)), isAlone };
}

const isChange = ({ signo }: DiffPiece): boolean => signo !== 'igual';

function inOrder(a: readonly number[], b: readonly number[]): number {
  for (const [at, one] of a.entries()) if (one !== b[at]) return one - (b[at] ?? 0);
  return 0;
}
