import { HEAD } from './page-layout.mjs';

/** Longest name that Excel takes for a sheet, and what it refuses in one. */
const SHEET_NAME = { most: 31, refused: /[\\/?*[\]:]/g };
/** Characters that Excel takes in a cell. */
const MOST_CHARACTERS = 32_767;
const PERCENT = 100;
const FACT_WIDTHS = [{ width: 28 }, { width: 80 }];
const PLAIN = { alignVertical: 'top' };

const NUMBER = /^-?\d{1,15}(\.\d+)?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/**
 * A workbook with the rows, and what it says of itself on a second sheet.
 * @param {import('./write-document.ts').DocumentHead} head
 * @param {string[][]} rows
 */
export async function toExcel({ columns, facts, sheets }, rows) {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const title = (value) => ({ ...asText(value), wrap: false, fontWeight: 'bold', backgroundColor: HEAD });
  const [first, second] = sheetNames(sheets);
  const file = await writeExcelFile([
    {
      data: [
        columns.map((column) => title(column.title)),
        ...rows.map((row) => row.map((text, at) => cellOf(columns[at].kind, text))),
      ],
      sheet: first,
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
    },
    ...(facts.length === 0
      ? []
      : [
          {
            data: facts.map(([label, value]) => [title(label), asText(value)]),
            sheet: second,
            columns: FACT_WIDTHS,
          },
        ]),
  ]);
  return file.toBuffer();
}

/** A text is never a formula, whatever it begins with. */
const asText = (text) => ({ ...PLAIN, value: text.slice(0, MOST_CHARACTERS), type: String, wrap: true });

/** A text that does not read as its column's kind stays a text. */
function cellOf(kind, text) {
  if (text === '') return null;
  const typed = kind === 'day' || kind === 'moment' ? dateOf(kind, text) : numberOf(kind, text);
  return typed ? { ...PLAIN, ...typed } : asText(text);
}

function dateOf(kind, text) {
  if (!(kind === 'day' ? DAY : MOMENT).test(text)) return null;
  const value = new Date(kind === 'day' ? `${text}T00:00:00Z` : `${text}:00Z`);
  // Calendars of Excel begin with 1900.
  if (!(value.getUTCFullYear() > 1900)) return null;
  return { value, type: Date, format: kind === 'day' ? 'dd/mm/yyyy' : 'dd/mm/yyyy hh:mm' };
}

const FORMATS = { money: '#,##0', hours: '0.00', percent: '0.0%' };

function numberOf(kind, text) {
  if (kind === 'text' || !NUMBER.test(text)) return null;
  const value = kind === 'percent' ? Number(text) / PERCENT : Number(text);
  return { value, type: Number, ...(kind !== 'number' && { format: FORMATS[kind] }) };
}

/** Two names that Excel takes, and tells apart whatever their case. */
function sheetNames(sheets) {
  const [first, second] = sheets.map((name) =>
    name.replace(SHEET_NAME.refused, ' ').slice(0, SHEET_NAME.most),
  );
  return first.toLowerCase() === second.toLowerCase()
    ? [first, `${second.slice(0, SHEET_NAME.most - 2)} 2`]
    : [first, second];
}
