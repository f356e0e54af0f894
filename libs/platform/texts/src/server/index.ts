export { beginDocuments, type BegunDocument } from './begin-documents.ts';
export { defaultTextLimits, defaultTextTimes, TextRooms, type TextRoomsOptions } from './text-rooms.ts';
export type { TextHost, TextLimits, TextTimes } from './text-host.ts';
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
export { quarantinedTexts, restartText, type Quarantined } from './restart-text.ts';
export { splitUpdate } from '../split-update.ts';
