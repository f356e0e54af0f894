import { describe, expect, it } from 'vitest';
import {
  MOST_CELL_CHARACTERS,
  MOST_DOCUMENT_COLUMNS,
  MOST_DOCUMENT_ROWS,
  tableDocument,
} from './table-document.ts';

const column = { title: 'Nombre', kind: 'text', width: 20 };
const table = { format: 'pdf', title: 'Tareas', facts: [['Filas', '1']], columns: [column], rows: [['Uno']] };
const takes = (part: object): boolean => tableDocument.safeParse({ ...table, ...part }).success;
const several = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

describe('a described table', () => {
  it('holds so many rows and no more', () => {
    expect(takes({ rows: several(MOST_DOCUMENT_ROWS, ['x']) })).toBe(true);
    expect(takes({ rows: several(MOST_DOCUMENT_ROWS + 1, ['x']) })).toBe(false);
  });

  it('holds so many columns and no more', () => {
    const wide = (count: number) => ({ columns: several(count, column), rows: [several(count, 'x')] });
    expect(takes(wide(MOST_DOCUMENT_COLUMNS))).toBe(true);
    expect(takes(wide(MOST_DOCUMENT_COLUMNS + 1))).toBe(false);
  });

  it('holds so many characters in a cell and no more', () => {
    expect(takes({ rows: [['x'.repeat(MOST_CELL_CHARACTERS)]] })).toBe(true);
    expect(takes({ rows: [['x'.repeat(MOST_CELL_CHARACTERS + 1)]] })).toBe(false);
  });

  it.each<[string, object]>([
    ['a row with more cells than columns', { rows: [['Uno', 'Dos']] }],
    ['a row with fewer', { rows: [[]] }],
    ['a cell that is no text', { rows: [[1]] }],
    ['no column', { columns: [], rows: [] }],
    ['a kind that there is not', { columns: [{ ...column, kind: 'formula' }] }],
    ['a format that there is not', { format: 'html' }],
    ['no title', { title: '' }],
    ['a title that would end a header', { title: 'Tareas\r\nSet-Cookie: x' }],
    ['half a surrogate pair in the title', { title: 'Tareas \ud83d' }],
  ])('is refused with %s', (_, part) => expect(takes(part)).toBe(false));
});
