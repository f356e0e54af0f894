export { grantWorksheetTables, worksheetMigrations } from './create-worksheet-tables.ts';
export { AttachmentUploads, type AttachmentUploadsOptions } from './attachments/attachment-uploads.ts';
export { keptFilesSealer, type KeptFiles } from './attachments/kept-files-sealer.ts';
export { attachmentsTopic } from './attachments/attachments-topic.ts';
export { WorksheetsModule } from './worksheets.module.ts';
export type { WorksheetsServices } from './worksheets-services.ts';
export { CatalogueImports, type CatalogueImport, type StartedImport } from './import/catalogue-imports.ts';
export { CatalogueReader } from './import/catalogue-reader.ts';
export { MENTIONS_WAKE, mentionsTopic, SeenMentions } from './mentions/mentions-topic.ts';
export type { MentionSources } from './mentions/read-mentions.ts';
export { reviewNotesTopic, type ReviewNotesSources } from './notes/review-notes-topic.ts';
export { noteTallies, type NoteTallySources } from './notes/tally-notes.ts';
export {
  beginTexts,
  type BeginTexts,
  type DrawnFlowchart,
  type WrittenWorksheet,
} from './texts/begin-texts.ts';
export { paragraphsOf, type RichTextNode } from './texts/rich-text-document.ts';
export { placeOfRoom, type WorksheetPlace } from './texts/worksheet-room-host.ts';
export { TextGates } from './texts/text-gates.ts';
export { WorksheetTexts, type WorksheetTextsOptions } from './texts/worksheet-texts.ts';
export { worksheetTextsTopic } from './texts/worksheet-texts-topic.ts';
export { AlteredText, TextVault, type TextState } from './texts/text-vault.ts';
export { worksheetSealers } from './texts/worksheet-sealers.ts';
export { worksheetEntities } from './worksheet-entities.ts';
export { worksheetsProjector } from './worksheets-projector.ts';
