export {
  attachmentsIn,
  refusedReplacement,
  isReplaced,
  livingAttachments,
  type Attachment,
} from './attachments/attachments-state.ts';
export { attachmentsSlice } from './attachments/attachments-slice.ts';
export {
  FINDING_ATTRIBUTES,
  hasDocumentedInstruction,
  missingOfFinding,
  missingOfTest,
  type FindingAttribute,
  type Missing,
  type MissingOfTest,
} from './completion/completion-objection.ts';
export { instructionsOf, mergeInstructions, type Instruction } from './instructions.ts';
export { noteActs, type NoteAct, type NoteActor } from './notes/note-rules.ts';
export { reviewNotesSlice } from './notes/review-notes-slice.ts';
export * from './oscal/index.ts';
export * from './step-programme-slice.ts';
export { worksheetSlices } from './worksheet-slices.ts';
export { isRevisedField, worksheetTextsSlice } from './texts/worksheet-texts-slice.ts';
export { isWritten, textsIn, type TextsOfItem, type WorksheetText } from './texts/worksheet-texts-state.ts';
export {
  fieldLock,
  hasPeriods,
  periodsIn,
  periodsOf,
  type FieldLock,
  type FilledWorksheet,
} from './field-needs.ts';
export * from './worksheet-forms.ts';
export { diffText, diffWords } from './texts/diff-text.ts';
