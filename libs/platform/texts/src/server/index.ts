export { beginDocuments, type BegunDocument } from './begin-documents.ts';
export { defaultTextLimits, defaultTextTimes } from './text-defaults.ts';
export { TextRooms } from './text-rooms.ts';
export type { TextHost, TextLimits, TextRoomsOptions, TextTimes } from './text-host.ts';
export type { RevisedField, Revision } from './text-fold.ts';
export { UnreadableText } from './text-fold.ts';
export { GateBusy, GateLost, TextGate, type WholeText } from './text-gate.ts';
export type { TextKey } from './text-store.ts';
export {
  createTextQuarantine,
  createTextTables,
  dropTextQuarantine,
  dropTextTables,
  grantTextTables,
  type StatementRunner,
} from './text-tables.ts';
export {
  quarantinedTexts,
  restartText,
  writtenSpan,
  type Quarantined,
  type WrittenSpan,
} from './restart-text.ts';
export { splitUpdate } from '../split-update.ts';
