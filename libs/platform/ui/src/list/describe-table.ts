import {
  MOST_CELL_CHARACTERS,
  MOST_DOCUMENT_ROWS,
  type ColumnKind as DocumentKind,
  type DocumentFormat,
  type TableDocument,
} from '@cotejo/documents';
import type { ColumnKind, ListColumn } from './columns/list-column.ts';
import type { CellText } from './columns/use-cell-text.ts';

export interface TableOptions<Row> {
  readonly title: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: readonly Row[];
  readonly textOf: CellText;
  /** In which moments are told: a cell of Excel has no time zone. */
  readonly zone: string;
}

const MINUTES_OF_HOUR = 60;
/** Characters that a column takes, however short or long its texts are. */
const WIDTH = { least: 10, most: 50 } as const;

const KINDS: Readonly<Record<ColumnKind, DocumentKind>> = {
  ...{ text: 'text', choice: 'text', person: 'text', flag: 'text', day: 'day', moment: 'moment' },
  ...{ number: 'number', minutes: 'hours', money: 'money', percent: 'percent' },
};

/**
 * The shown columns in their order as one document: for Excel days, moments and numbers as values, for the others
 * every cell as people read it.
 */
export function describeTable<Row>(
  format: DocumentFormat,
  { title, facts, columns, rows, textOf, zone }: TableOptions<Row>,
): TableDocument {
  const text = (column: ListColumn<Row>, row: Row) =>
    (
      column.inDocuments?.(row) ??
      (format === 'xlsx' ? valueOf(column, row, textOf, zone) : textOf(column, row))
    ).slice(0, MOST_CELL_CHARACTERS);
  const written = rows.slice(0, MOST_DOCUMENT_ROWS).map((row) => columns.map((column) => text(column, row)));
  return {
    format,
    title,
    facts: facts.map(([label, value]) => [label, value.slice(0, MOST_CELL_CHARACTERS)]),
    columns: columns.map(({ label, kind, inDocuments }, at) => {
      const longest = written.reduce((most, row) => Math.max(most, row[at]?.length ?? 0), label.length + 2);
      const width = Math.min(WIDTH.most, Math.max(WIDTH.least, longest));
      return { title: label, kind: inDocuments === undefined ? KINDS[kind] : 'text', width };
    }),
    rows: written,
  };
}

/** A value as `TableDocument` takes it for Excel; the words of the cell where its kind is a text. */
function valueOf<Row>(column: ListColumn<Row>, row: Row, textOf: CellText, zone: string): string {
  const value = column.value(row);
  if (value === null || value === '') return '';
  switch (column.kind) {
    case 'day':
    case 'number':
    case 'money':
    case 'percent':
      return String(value);
    case 'moment':
      return wallClock(String(value), zone);
    case 'minutes':
      return String(Number(value) / MINUTES_OF_HOUR);
    case 'text':
    case 'choice':
    case 'person':
    case 'flag':
      return textOf(column, row);
  }
}

/** `yyyy-MM-ddTHH:mm` on the clocks of a zone. */
function wallClock(moment: string, zone: string): string {
  // Sweden writes dates as ISO 8601 has them.
  const written = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(moment));
  return written.replace(' ', 'T');
}
