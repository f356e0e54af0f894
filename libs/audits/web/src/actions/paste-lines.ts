import { itemCode, itemName, MAX_NAME_LENGTH, MAX_PARTS } from '@cotejo/audits-contracts';
import { fold } from '../text-search.ts';

/** Reason why a pasted line creates no item. */
export type LineFault = 'repeated' | 'exists' | 'too_long' | 'unreadable' | 'over_limit';

export interface PastedLine {
  readonly name: string;
  readonly code: string | null;
  readonly fault: LineFault | null;
}

export interface PasteOptions {
  /** Names that already exist at the target. */
  readonly existing?: Iterable<string>;
  /** Accept lines that repeat another. */
  readonly repeated?: boolean;
  /** Maximum of items that one paste creates. */
  readonly most?: number;
}

/** List markers before a line: a bullet, a dash, a number with a point or a bracket. */
const MARKER = /^(?:[-–—•·*▪◦]\s+|\d{1,3}[.)]\s+)/u;
/** `R-001`, `PV 03`, `AC.1.2`: letters and digits. */
const LETTERED = /^\p{L}{1,6}[-. ]?\d{1,9}(?:[.-]\d{1,6})*$/u;
/** `1.2.3`: a code only when a tab or a semicolon separates it from the name. */
const NUMBERED = /^\d{1,6}(?:\.\d{1,6})*\.?$/;

/**
 * Parses pasted text into items, one per line. In spreadsheet rows (tabs, semicolons or commas, quoted cells)
 * the first column is the code if it looks like one. Empty lines are dropped; faulty ones are returned with
 * their fault.
 */
export function readLines(text: string, options: PasteOptions = {}): PastedLine[] {
  const most = options.most ?? MAX_PARTS;
  const seen = new Set<string>();
  const there = new Set([...(options.existing ?? [])].map(fold));
  let taken = 0;
  return rowsOf(text).map((row) => {
    const line = lineOf(row);
    const key = fold(line.name);
    const fault = ((): LineFault | null => {
      if (line.name.length > MAX_NAME_LENGTH) return 'too_long';
      if (!itemName.safeParse(line.name).success) return 'unreadable';
      if (options.repeated !== true && seen.has(key)) return 'repeated';
      if (options.repeated !== true && there.has(key)) return 'exists';
      return taken >= most ? 'over_limit' : null;
    })();
    seen.add(key);
    if (fault === null) taken += 1;
    return { ...line, fault };
  });
}

/** Cells of a row, separated by tabs, else by the first semicolon or comma. */
type Row = readonly string[];

function lineOf(row: Row): Omit<PastedLine, 'fault'> {
  const [first = '', ...rest] = row.map((cell) => cell.trim());
  const next = rest.find((cell) => cell !== '');
  if (next !== undefined) {
    const code = codeOf(first, true);
    if (code !== null) return { code, name: next.replace(MARKER, '') };
    // A spreadsheet with an empty first column, or with additional columns.
    return { code: null, name: first === '' ? next : first.replace(MARKER, '') };
  }
  const cut = /^([^;,]{1,40})([;,])\s*(.+)$/u.exec(first);
  if (cut) {
    const [, head = '', separator, tail = ''] = cut;
    const code = codeOf(unquoted(head), separator === ';');
    if (code !== null) return { code, name: unquoted(tail) };
  }
  return { code: null, name: unquoted(first.replace(MARKER, '')) };
}

function codeOf(text: string, isColumn: boolean): string | null {
  const looksLikeOne = LETTERED.test(text) || (isColumn && NUMBERED.test(text));
  return looksLikeOne ? (itemCode.safeParse(text).data ?? null) : null;
}

const unquoted = (text: string): string => {
  const inside = /^"(.*)"$/s.exec(text.trim())?.[1];
  return inside === undefined ? text.trim() : inside.replaceAll('""', '"').trim();
};

/** A quoted cell as copied from a spreadsheet: the closing quote ends the cell, inner quotes are doubled. */
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y;
const PLAIN = /[^\t\n]*/y;

/** Non-empty rows. Tabs and line breaks within quoted cells become spaces. */
function rowsOf(pasted: string): Row[] {
  const text = pasted.replace(/\r\n?/g, '\n');
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length; at++) {
    QUOTED.lastIndex = PLAIN.lastIndex = at;
    const quoted = QUOTED.exec(text);
    const cell = quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (PLAIN.exec(text)?.[0] ?? '');
    rows.at(-1)?.push(cell.replace(/[\t\n]+/g, ' '));
    at += quoted ? quoted[0].length : cell.length;
    if (text[at] === '\n') rows.push([]);
  }
  return rows.filter((row) => row.some((each) => each.trim() !== ''));
}
