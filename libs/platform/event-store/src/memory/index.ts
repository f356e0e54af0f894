export { createMemoryEventStore, type MemoryEventStoreOptions } from './memory-event-store.ts';
export { createMemoryArchive } from './memory-archive.ts';
