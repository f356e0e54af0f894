export { columnsOf, valueOf, type RecordRow } from './record-columns.ts';
export type { FormLayout, ReferenceOptions } from './record-form.tsx';
export { RecordForm } from './record-form.tsx';
export { RecordPanel } from './record-panel.tsx';
export { RecordPage, type RecordPageProps } from './record-page.tsx';
export { useRecordWords } from './record-words.ts';
export { useRecordActs, type RecordActs } from './use-record-acts.ts';
export { useRecordRows, type RowsScope } from './use-record-rows.ts';
export { recordClientTranslations } from './translations.ts';
