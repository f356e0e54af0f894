export { createMemoryEventStore, type MemoryEventStoreOptions } from './memory-event-store.ts';
