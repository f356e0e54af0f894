import { ofRoom, ofSession, type RoomDatabase } from './room-database.ts';
import type { OutboxChange, OutboxSession, OutboxStore } from './outbox-store.ts';

/**
 * Outboxes in IndexedDB. Writes are committed in groups: while one transaction runs, later changes are gathered for the
 * next one, so that a burst of edits costs a few transactions. `onFailure` is called once when the browser stops
 * storing (full disk, database deleted); from then on nothing survives the page. A database that the browser closed by
 * itself (mobile browsers do this for pages in the background) is opened again with `reopen`.
 */
export function indexedOutboxStore(
  opened: RoomDatabase,
  onFailure: () => void,
  reopen: () => Promise<RoomDatabase | null> = async () => null,
): OutboxStore {
  let database = opened;
  /** Another page deleted the database on purpose (logout): it must not be created again for this user. */
  let isWiped = false;
  const watch = () => database.addEventListener('versionchange', () => (isWiped = true));
  watch();
  let gathering: OutboxChange[] = [];
  let next: Promise<boolean> | null = null;
  let running: Promise<boolean> = Promise.resolve(true);
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

  const commitSurely = (changes: readonly OutboxChange[]): Promise<void> =>
    commit(changes).catch(async (error: unknown) => {
      const again = isWiped ? null : await reopen();
      if (!again) throw error;
      database.close();
      database = again;
      watch();
      await commit(changes);
    });

  const run = async (): Promise<boolean> => {
    await running;
    const changes = gathering;
    gathering = [];
    next = null;
    if (failed) return false;
    running = commitSurely(changes).then(
      () => true,
      () => {
        fail();
        return false;
      },
    );
    return running;
  };

  const fail = (): void => {
    if (failed) return;
    failed = true;
    onFailure();
  };
  /** Failed reads count as empty, and mark the store as failed. */
  const read = <T>(what: () => Promise<T[]>): Promise<T[]> =>
    what().catch(() => {
      fail();
      return [];
    });
  const sessionsOf = async (room: string): Promise<OutboxSession[]> => {
    const transaction = database.transaction(['sessions', 'intents']);
    const [known, keys] = await Promise.all([
      transaction.objectStore('sessions').getAll(ofRoom(room)),
      transaction.objectStore('intents').getAllKeys(ofRoom(room)),
    ]);
    const names = new Set(known.map((one) => one.session));
    const unknown = new Set(keys.map(([, session]) => session).filter((session) => !names.has(session)));
    return [...known, ...[...unknown].map((session) => ({ room, session, aliveAt: 0 }))];
  };

  return {
    get durable() {
      return !failed;
    },
    sessions: (room) => read(() => sessionsOf(room)),
    intents: (room, session) => read(async () => database.getAll('intents', ofSession(room, session))),
    tray: (room) => read(async () => database.getAll('tray', ofRoom(room))),
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
