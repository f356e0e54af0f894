export { createRoomConnection, HISTORY_REPLACED, ROOM_REVOKED, RoomConnection } from './room-connection.ts';
export type { RoomConnectionOptions, RoomListener } from './room-connection.ts';
export type { LoadBase, LoadedBase } from './first-load.ts';
export { RoomLink } from './room-link.ts';
export { isBusy } from './room-link.ts';
export type { RoomLinkListener, RoomLinkOptions, RoomStatus } from './room-link.ts';
export { ofRoom, openRoomDatabase } from './room-database.ts';
export type { RoomDatabase, TextDirt, TextDraft, TextPart } from './room-database.ts';
export { peersOf } from './peers.ts';
export type { Network } from './network.ts';
export { Outbox } from './outbox.ts';
export { intentKey } from './outbox-entries.ts';
export type { OutboxOptions, Settled } from './outbox.ts';
export {
  forgetRecords,
  keepRecord,
  keptRecord,
  NO_ROOM,
  openRecords,
  type RecordShelf,
} from './kept-records.ts';
export { memoryOutboxStore } from './outbox-store.ts';
export type { OutboxStore, PendingIntent, RoomIntent, TrayEntry } from './outbox-store.ts';
export type { Channels } from './other-tabs.ts';
export type { Peer } from './peers.ts';
export type { Locks } from './session-ownership.ts';
export { sendUnsent } from './send-unsent.ts';
export type { SendUnsentOptions } from './send-unsent.ts';
export { unsentWork, wipeCaches, type UnsentWork } from './wipe-caches.ts';
