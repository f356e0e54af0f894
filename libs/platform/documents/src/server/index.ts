export { documentAnswer } from './document-answer.ts';
export { documentLimiter } from './document-limiter.ts';
export { documentsContext } from './manifest.ts';
export { writeDocument, type DocumentHead, type DocumentRow } from './write-document.ts';
