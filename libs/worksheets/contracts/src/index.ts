export * from './import-catalogue.ts';
export * from './note-calls.ts';
export * from './review-notes.ts';
export * from './sealed-text.ts';
export * from './step-programme.ts';
export * from './vocabulary.ts';
