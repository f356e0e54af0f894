import { ofRoom, ofSession, type RoomDatabase } from './room-database.ts';
import type { OutboxChange, OutboxStore } from './outbox-store.ts';

/**
 * Outboxes in IndexedDB. Writes are committed in groups: while one transaction runs the next one
 * gathers, so that a burst of edits costs a few transactions. `onFailure` is told once when the browser
 * stops storing (full disk, database deleted); from then on nothing survives the page.
 */
export function indexedOutboxStore(database: RoomDatabase, onFailure: () => void): OutboxStore {
  let gathering: OutboxChange[] = [];
  let next: Promise<void> | null = null;
  let running: Promise<void> = Promise.resolve();
  let failed = false;

  const commit = async (changes: readonly OutboxChange[]): Promise<void> => {
    const transaction = database.transaction(['intents', 'tray', 'sessions'], 'readwrite');
    const intents = transaction.objectStore('intents');
    const tray = transaction.objectStore('tray');
    const sessions = transaction.objectStore('sessions');
    const requests: Promise<unknown>[] = [];
    for (const change of changes) {
      switch (change.op) {
        case 'put-intent':
          requests.push(intents.put(change.value, [change.room, change.value.session, change.value.seq]));
          break;
        case 'drop-intent':
          requests.push(intents.delete([change.room, change.session, change.seq]));
          break;
        case 'put-tray':
          requests.push(tray.put(change.value, [change.room, change.value.session, change.value.seq]));
          break;
        case 'drop-tray':
          requests.push(tray.delete([change.room, change.session, change.seq]));
          break;
        case 'put-session':
          requests.push(sessions.put(change.value, [change.value.room, change.value.session]));
          break;
        case 'drop-session':
          requests.push(sessions.delete([change.room, change.session]));
      }
    }
    await Promise.all([...requests, transaction.done]);
  };

  const run = async (): Promise<void> => {
    await running;
    const changes = gathering;
    gathering = [];
    next = null;
    if (failed) return;
    running = commit(changes).catch(() => {
      failed = true;
      onFailure();
    });
    await running;
  };

  return {
    get durable() {
      return !failed;
    },
    sessions: (room) => database.getAll('sessions', ofRoom(room)),
    intents: (room, session) => database.getAll('intents', ofSession(room, session)),
    tray: (room) => database.getAll('tray', ofRoom(room)),
    write(changes) {
      gathering.push(...changes);
      next ??= run();
      return next;
    },
    async close() {
      await (next ?? running);
      database.close();
    },
  };
}
