export { valueOf, type RecordRow } from './record-columns.ts';
export type { FormLayout, ReferenceOptions } from './record-form.tsx';
export { RecordPage, type RecordPageProps } from './record-page.tsx';
export { ruledRow } from './ruled-row.ts';
export { recordClientTranslations } from './translations.ts';
