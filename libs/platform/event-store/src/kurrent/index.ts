export { isKurrentUrl, serversOf, type NamedServers } from './connection-url.ts';
export { createKurrentArchive, type KurrentArchiveOptions } from './kurrent-archive.ts';
export {
  createKurrentEventStore,
  type KurrentEventStore,
  type KurrentEventStoreOptions,
} from './kurrent-event-store.ts';
export { kurrentRefusal } from './kurrent-refusal.ts';
export { reachKurrent } from './reach-kurrent.ts';
export { refuseKurrentSide } from './refuse-other-log.ts';
