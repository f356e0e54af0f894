import { readSheet, type CellValue } from 'read-excel-file/universal';
import type { Sheet } from './read-risks.ts';

/** Bytes of a workbook: it is expanded in the memory of the page. */
const MOST_BYTES = 10 * 1024 ** 2;

/**
 * First sheet of a workbook, every cell as text. Read in the browser: the server receives only what is imported.
 * @throws Error for a file that is no workbook, is larger than 10 MB, or has no rows below its headings
 */
export async function readWorkbook(file: Blob): Promise<Sheet> {
  if (file.size > MOST_BYTES) throw new Error('the workbook is too large');
  const rows = await readSheet(file);
  const sheet = rows.map((row) => row.map((cell) => textOf(cell)));
  if (sheet.length < 2) throw new Error('the workbook has no rows');
  return sheet;
}

function textOf(cell: CellValue | null | undefined): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
