import { describe, expect, it } from 'vitest';
import { cellOf, workbookOf } from './export-workbook.ts';
import type { CellValue, ListColumn } from './list-column.ts';

const ZONE = 'America/Bogota';
const textOf = () => 'en palabras';
const column = (kind: ListColumn<CellValue>['kind']): ListColumn<CellValue> => ({
  ...{ id: kind, label: kind, kind },
  value: (value) => value,
});
const cell = (kind: ListColumn<CellValue>['kind'], value: CellValue) =>
  cellOf(column(kind), value, textOf, ZONE);

describe('a cell of the Excel file', () => {
  it.each([
    ['day', '2026-03-10', new Date('2026-03-10T00:00:00Z')],
    // Excel knows no zone: the clock of the reader's zone stands in the cell.
    ['moment', '2026-03-10T03:15:00Z', new Date('2026-03-09T22:15:00Z')],
    ['number', 12.5, 12.5],
    ['money', 128_500, 128_500],
    ['minutes', 90, 1.5],
    ['percent', 71.8, 0.718],
    ['choice', 'open', 'en palabras'],
    ['flag', true, 'en palabras'],
  ] as const)('%s %j is %j', (kind, value, expected) =>
    expect(cell(kind, value)).toMatchObject({ value: expected }),
  );

  it('without a value is empty', () => expect([cell('day', null), cell('text', '')]).toEqual([null, null]));
});

it('the file is a workbook, whatever stands in the name of the list', async () => {
  const title = 'Tareas / [marzo]: un nombre más largo de lo que Excel admite';
  const columns = [column('day'), column('text')];
  const file = await workbookOf({ title, columns, rows: ['2026-03-10'], textOf, zone: ZONE });
  expect(new TextDecoder().decode(new Uint8Array(await file.arrayBuffer()).slice(0, 2))).toBe('PK');
});
