import { itemCode, itemName, MAX_NAME_LENGTH, MAX_PARTS } from '@cotejo/audits-contracts';
import { fold } from '../text-search.ts';

/** Reason why a pasted line creates no item. */
export type LineFault =
  | 'repeated'
  | 'exists'
  | 'too_long'
  | 'unreadable'
  | 'over_limit'
  /** Deeper than items can be. */
  | 'too_deep'
  /** The line that it is indented under creates no item. */
  | 'without_parent';

export interface PastedLine {
  readonly name: string;
  readonly code: string | null;
  /** 0 = at the target; 1 = in the item of the last line of level 0, and so on. */
  readonly level: number;
  readonly fault: LineFault | null;
}

export interface PasteOptions {
  /** Names that already exist at the target. */
  readonly existing?: Iterable<string>;
  /** Accept lines that repeat another. */
  readonly repeated?: boolean;
  /** Maximum of items that one paste creates. */
  readonly most?: number;
  /** Number of levels that indentation may make; 1 (default) = indentation means nothing. */
  readonly levels?: number;
}

/** A bullet in a cell of its own, as word processors copy lists. */
const BULLET = /^[-–—•·*▪◦o]$/u;
/** List markers before a line: a bullet, a dash, a number with a point or a bracket. */
const MARKER = /^(?:[-–—•·*▪◦]\s+|\d{1,3}[.)]\s+)/u;
/** `R-001`, `PV 03`, `AC.1.2`: letters and digits. */
const LETTERED = /^\p{L}{1,6}[-. ]?\d{1,9}(?:[.-]\d{1,6})*$/u;
/** `1.2.3`: a code only when a tab or a semicolon separates it from the name. */
const NUMBERED = /^\d{1,6}(?:\.\d{1,6})*\.?$/;

/**
 * Parses pasted text into items, one per line. In spreadsheet rows (tabs, semicolons or commas, quoted cells)
 * the first column is the code if it looks like one. A line that is indented further than the one before is one level
 * deeper, however much further. Empty lines are dropped; faulty ones are returned with their fault.
 */
export function readLines(text: string, options: PasteOptions = {}): PastedLine[] {
  const most = options.most ?? MAX_PARTS;
  const levels = options.levels ?? 1;
  const there = new Set([...(options.existing ?? [])].map(fold));
  /** Indentations of the current line and those above it; the names seen under each, and whether it has a fault. */
  const above: { readonly indent: number; readonly names: Set<string>; isOut: boolean }[] = [];
  const top = new Set<string>();
  let taken = 0;
  return rowsOf(text).map(({ indent, cells }) => {
    const line = lineOf(cells);
    const key = fold(line.name);
    while (above.length > 0 && (levels === 1 || (above.at(-1)?.indent ?? 0) >= indent)) above.pop();
    const level = above.length;
    const parent = above.at(-1);
    const seen = parent?.names ?? top;
    const fault = ((): LineFault | null => {
      if (parent?.isOut === true) return 'without_parent';
      if (level >= levels) return 'too_deep';
      if (line.name.length > MAX_NAME_LENGTH) return 'too_long';
      if (!itemName.safeParse(line.name).success) return 'unreadable';
      if (options.repeated !== true && seen.has(key)) return 'repeated';
      if (options.repeated !== true && level === 0 && there.has(key)) return 'exists';
      return taken >= most ? 'over_limit' : null;
    })();
    seen.add(key);
    if (fault === null) taken += 1;
    above.push({ indent, names: new Set(), isOut: fault !== null });
    return { ...line, level, fault };
  });
}

/** Whether any line is indented further than the first one. */
export function hasIndents(text: string): boolean {
  const [first, ...others] = rowsOf(text);
  return first !== undefined && others.some(({ indent }) => indent > first.indent);
}

/** Whether indentation in a text is likely to mean levels: in a table, it is an empty first column. */
export const isOutline = (text: string): boolean =>
  hasIndents(text) && rowsOf(text).every(({ cells }) => withoutBullet(cells).length < 2);

/** Cells of a row, separated by tabs, and the columns by which it is indented. */
interface Row {
  readonly indent: number;
  readonly cells: readonly string[];
}

/** Non-empty cells after a bullet in a cell of its own. */
function withoutBullet(cells: readonly string[]): readonly string[] {
  const full = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return full.length > 1 && BULLET.test(full[0] ?? '') ? full.slice(1) : full;
}

function lineOf(cells: readonly string[]): Pick<PastedLine, 'name' | 'code'> {
  const [first = '', ...rest] = withoutBullet(cells);
  const next = rest.find((cell) => cell !== '');
  if (next !== undefined) {
    const code = codeOf(first, true);
    if (code !== null) return { code, name: next.replace(MARKER, '') };
    // A spreadsheet with additional columns.
    return { code: null, name: first.replace(MARKER, '') };
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
/** Blanks at the start of a line. */
const INDENT = /[\t \u00a0]*/y;
/** Columns of a tab, where a text mixes tabs and spaces. */
const TAB_WIDTH = 4;

const widthOf = (blanks: string): number =>
  [...blanks].reduce((width, each) => width + (each === '\t' ? TAB_WIDTH - (width % TAB_WIDTH) : 1), 0);

/** Non-empty rows. Tabs and line breaks within quoted cells become spaces. */
function rowsOf(pasted: string): Row[] {
  const text = pasted.replace(/\r\n?/g, '\n');
  const rows: { indent: number; cells: string[] }[] = [];
  for (let at = 0; at <= text.length; at++) {
    if (rows.length === 0 || text[at - 1] === '\n') {
      INDENT.lastIndex = at;
      const blanks = INDENT.exec(text)?.[0] ?? '';
      rows.push({ indent: widthOf(blanks), cells: [] });
      at += blanks.length;
    }
    QUOTED.lastIndex = PLAIN.lastIndex = at;
    const quoted = QUOTED.exec(text);
    const cell = quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (PLAIN.exec(text)?.[0] ?? '');
    rows.at(-1)?.cells.push(cell.replace(/[\t\n]+/g, ' '));
    at += quoted ? quoted[0].length : cell.length;
  }
  return rows.filter(({ cells }) => cells.some((each) => each.trim() !== ''));
}
