import { MOST_CELL_CHARACTERS, MOST_DOCUMENT_ROWS, type DocumentFormat } from '@cotejo/documents';
import { describe, expect, it } from 'vitest';
import { describeTable } from './describe-table.ts';
import type { CellValue, ColumnKind, ListColumn } from './columns/list-column.ts';

const column = (kind: ColumnKind): ListColumn<CellValue> => ({
  ...{ id: kind, label: kind, kind },
  value: (value) => value,
});
const describeOne = (format: DocumentFormat, kind: ColumnKind, rows: readonly CellValue[]) =>
  describeTable(format, {
    ...{ title: 'Cosas', facts: [], zone: 'America/Bogota' },
    columns: [column(kind)],
    rows,
    textOf: () => 'en palabras',
  });

describe('a cell of a table', () => {
  it.each([
    ['day', '2026-03-10', '2026-03-10'],
    // Excel knows no zone: the clock of the reader's zone stands in the cell.
    ['moment', '2026-03-10T03:15:00Z', '2026-03-09T22:15'],
    ['number', 12.5, '12.5'],
    ['money', 128_500, '128500'],
    ['minutes', 90, '1.5'],
    ['percent', 71.8, '71.8'],
    ['choice', 'open', 'en palabras'],
    ['flag', true, 'en palabras'],
    ['text', null, ''],
  ] as const)('%s %j is for Excel %j', (kind, value, expected) =>
    expect(describeOne('xlsx', kind, [value]).rows).toEqual([[expected]]),
  );

  it('is in other formats as people read it', () =>
    expect(describeOne('pdf', 'day', ['2026-03-10']).rows).toEqual([['en palabras']]));
});

describe('a table', () => {
  it('says what each column holds, and how wide it is', () => {
    expect(describeOne('xlsx', 'minutes', [90]).columns).toEqual([
      { title: 'minutes', kind: 'hours', width: 10 },
    ]);
    expect(describeOne('docx', 'choice', ['x']).columns).toEqual([
      { title: 'choice', kind: 'text', width: 11 },
    ]);
  });

  it('holds no more than a document takes', () => {
    const rows = Array.from({ length: MOST_DOCUMENT_ROWS + 5 }, () => 'x');
    expect(describeOne('pdf', 'text', rows).rows).toHaveLength(MOST_DOCUMENT_ROWS);
    const long = describeTable('pdf', {
      ...{ title: 'Cosas', facts: [], zone: 'America/Bogota', columns: [column('text')], rows: ['x'] },
      textOf: () => 'x'.repeat(MOST_CELL_CHARACTERS + 1),
    });
    expect(long.rows[0]?.[0]).toHaveLength(MOST_CELL_CHARACTERS);
  });
});
