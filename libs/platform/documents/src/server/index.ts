export { documentAnswer } from './document-answer.ts';
export { documentTurns } from './document-turns.ts';
export { documentsContext } from './manifest.ts';
export { writeDocument, type DocumentHead, type DocumentRow } from './write-document.ts';
