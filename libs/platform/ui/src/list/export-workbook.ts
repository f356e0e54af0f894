import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/universal';
import type { ListColumn } from './list-column.ts';
import type { CellText } from './use-cell-text.ts';

export interface WorkbookOptions<Row> {
  readonly title: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: readonly Row[];
  readonly textOf: CellText;
  /** In which moments are told: a cell of Excel has no time zone. */
  readonly zone: string;
}

const MINUTES_OF_HOUR = 60;
const PERCENT = 100;
/** Excel measures columns in characters; about so many px make one. */
const PX_OF_CHARACTER = 7;
const LEAST_CHARACTERS = 10;
/** Longest name that Excel takes for a sheet, and what it refuses in one. */
const SHEET_NAME = { most: 31, refused: /[\\/?*[\]:]/g } as const;

/** A sheet of the shown columns in their order: days and moments as dates, numbers as numbers. */
export function workbookOf<Row>({ title, columns, rows, textOf, zone }: WorkbookOptions<Row>): Promise<Blob> {
  const head = columns.map(({ label }): Cell => ({ value: label, fontWeight: 'bold' }));
  return writeXlsxFile(
    [head, ...rows.map((row) => columns.map((column) => cellOf(column, row, textOf, zone)))] as SheetData,
    {
      sheet: title.replace(SHEET_NAME.refused, ' ').slice(0, SHEET_NAME.most),
      stickyRowsCount: 1,
      columns: columns.map(({ width, label }) => ({
        width: Math.max(LEAST_CHARACTERS, label.length + 2, Math.round((width ?? 0) / PX_OF_CHARACTER)),
      })),
    },
  ).toBlob();
}

export function cellOf<Row>(column: ListColumn<Row>, row: Row, textOf: CellText, zone: string): Cell {
  const value = column.value(row);
  if (value === null || value === '') return null;
  switch (column.kind) {
    case 'day':
      return { value: new Date(`${String(value)}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' };
    case 'moment':
      return { value: asZoned(String(value), zone), type: Date, format: 'dd/mm/yyyy hh:mm' };
    case 'number':
      return { value: Number(value), type: Number };
    case 'money':
      return { value: Number(value), type: Number, format: '#,##0' };
    case 'minutes':
      return { value: Number(value) / MINUTES_OF_HOUR, type: Number, format: '0.00' };
    case 'percent':
      return { value: Number(value) / PERCENT, type: Number, format: '0.0%' };
    case 'text':
    case 'choice':
    case 'person':
    case 'flag':
      return { value: textOf(column, row), type: String };
  }
}

/** The wall clock of a zone at a moment, as the UTC that Excel shows unchanged. */
function asZoned(moment: string, zone: string): Date {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(new Date(moment));
  return new Date(`${parts.replace(' ', 'T')}Z`);
}
