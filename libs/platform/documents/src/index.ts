export { documentCalls } from './document-calls.ts';
export {
  documentErrors,
  DOCUMENT_FORMATS,
  MOST_CELL_CHARACTERS,
  MOST_DOCUMENT_ROWS,
  tableDocument,
  type ColumnKind,
  type DocumentFormat,
  type TableDocument,
} from './table-document.ts';
