export { noteActs, type NoteAct, type NoteActor } from './notes/note-rules.ts';
export { reviewNotesSlice } from './notes/review-notes-slice.ts';
export * from './oscal/catalogue-to-programme.ts';
export { checkProgramme } from './oscal/check-programme.ts';
export * from './oscal/programme-intents.ts';
export * from './oscal/read-catalogue.ts';
export * from './step-programme-slice.ts';
export { worksheetSlices } from './worksheet-slices.ts';
