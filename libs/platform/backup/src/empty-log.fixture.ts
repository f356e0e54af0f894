import { randomUUID } from 'node:crypto';
import type { LogArchive } from '@cotejo/event-store/archive';

/** A log without events, for tests of the other parts. */
export function emptyLog(changes: Partial<LogArchive> = {}): LogArchive {
  let storeId: string = randomUUID();
  const identity = async () => ({ storeId, incarnation: randomUUID() });
  return {
    identity,
    page: async () => ({ events: [], next: null, atEnd: true }),
    heads: async () => ({ events: 0n, heads: [] }),
    commands: async () => [],
    write: async () => undefined,
    writeCommands: async () => undefined,
    async adopt(id) {
      storeId = id;
      return identity();
    },
    close: async () => undefined,
    ...changes,
  };
}
