export { isKurrentUrl } from './connection-url.ts';
export { createKurrentArchive, type KurrentArchiveOptions } from './kurrent-archive.ts';
export {
  createKurrentEventStore,
  type KurrentEventStore,
  type KurrentEventStoreOptions,
} from './kurrent-event-store.ts';
export { refuseKurrentSide } from './refuse-other-log.ts';
