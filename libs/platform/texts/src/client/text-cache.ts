import {
  ofRoom,
  openRoomDatabase,
  type RoomDatabase,
  type TextDirt,
  type TextDraft,
} from '@cotejo/rooms/client';
import { uuidv4 } from 'lib0/random';
import * as Y from 'yjs';

/** A document as cached in this browser. */
export interface KeptText {
  readonly document: string;
  /** The whole document, unsent updates included. */
  readonly update: Uint8Array;
  /** Pages that wrote updates which the server has not confirmed as durable. */
  readonly dirt: readonly TextDirt[];
}

/** Number of parts above which they are merged on load. */
const MOST_PARTS = 40;

/**
 * A document cached in IndexedDB as parts, with markers of unconfirmed writes. Changes are stored in order, each
 * atomically. Never rejects: after a storage failure `durable` is false.
 */
export class TextCache {
  private turn: Promise<unknown> = Promise.resolve();
  private isFailed = false;
  /** Own updates currently being stored. */
  private underWay = 0;
  private readonly session = uuidv4();

  private constructor(
    private readonly database: RoomDatabase | null,
    private readonly room: string,
  ) {}

  static async open(user: string, room: string): Promise<TextCache> {
    return new TextCache(await openRoomDatabase(user), room);
  }

  /** Whether this browser holds a document of the room. */
  static async holds(user: string, room: string): Promise<boolean> {
    const database = await openRoomDatabase(user);
    if (!database) return false;
    try {
      return (await database.countFromIndex('textParts', 'room', room)) > 0;
    } finally {
      database.close();
    }
  }

  /** Whether written text survives a reload of this page. */
  get durable(): boolean {
    return this.database !== null && !this.isFailed;
  }

  /** Some own updates are not in IndexedDB yet. */
  get isStoring(): boolean {
    return this.underWay > 0;
  }

  /** Null when no usable document is cached. */
  load(): Promise<KeptText | null> {
    return this.inTurn(null, async (database) => {
      const transaction = database.transaction(['textParts', 'textDirt'], 'readwrite');
      const parts = transaction.objectStore('textParts');
      const [keys, found, dirt] = await Promise.all([
        parts.index('room').getAllKeys(this.room),
        parts.index('room').getAll(this.room),
        transaction.objectStore('textDirt').getAll(ofRoom(this.room)),
      ]);
      const document = found.at(-1)?.document;
      const own = found.filter((part) => part.document === document);
      if (document === undefined) return null;
      const update = Y.mergeUpdates(own.map((part) => part.update));
      if (keys.length > MOST_PARTS) {
        await Promise.all(keys.map((key) => parts.delete(key)));
        await parts.add({ room: this.room, document, update });
      }
      await transaction.done;
      return { document, update, dirt };
    });
  }

  /** @param isOwn the updates contain text written in this page that the server has not confirmed */
  async add(document: string, updates: readonly Uint8Array[], isOwn: boolean): Promise<void> {
    if (isOwn) this.underWay++;
    await this.inTurn(undefined, async (database) => {
      const transaction = database.transaction(['textParts', 'textDirt'], 'readwrite');
      const { room, session } = this;
      const update = Y.mergeUpdates([...updates]);
      await transaction.objectStore('textParts').add({ room, document, update });
      if (isOwn) {
        const dirt = { room, session, mark: uuidv4() };
        await transaction.objectStore('textDirt').put(dirt, [room, session]);
      }
      await transaction.done;
    });
    if (isOwn) this.underWay--;
  }

  /** Removes the dirty markers of this page, and of earlier pages if they are unchanged since `inherited` was read. */
  clean(inherited: readonly TextDirt[]): Promise<void> {
    return this.inTurn(undefined, async (database) => {
      const transaction = database.transaction('textDirt', 'readwrite');
      const { store } = transaction;
      await store.delete([this.room, this.session]);
      for (const { session, mark } of inherited) {
        const now = await store.get([this.room, session]);
        if (now?.mark === mark) await store.delete([this.room, session]);
      }
      await transaction.done;
    });
  }

  /** Removes the cached document; drafts stay. */
  clear(): Promise<void> {
    return this.inTurn(undefined, async (database) => {
      const transaction = database.transaction(['textParts', 'textDirt'], 'readwrite');
      const parts = transaction.objectStore('textParts');
      const keys = await parts.index('room').getAllKeys(this.room);
      await Promise.all(keys.map((key) => parts.delete(key)));
      await transaction.objectStore('textDirt').delete(ofRoom(this.room));
      await transaction.done;
    });
  }

  drafts(): Promise<readonly TextDraft[]> {
    return this.inTurn([], (database) => database.getAll('textDrafts', ofRoom(this.room)));
  }

  keepDraft(draft: TextDraft): Promise<void> {
    return this.inTurn(undefined, async (database) => {
      await database.put('textDrafts', draft, [draft.room, draft.id]);
    });
  }

  dropDraft(id: string): Promise<void> {
    return this.inTurn(undefined, (database) => database.delete('textDrafts', [this.room, id]));
  }

  async close(): Promise<void> {
    await this.turn;
    this.database?.close();
  }

  private inTurn<T>(otherwise: T, work: (database: RoomDatabase) => Promise<T>): Promise<T> {
    const { database } = this;
    const result = this.turn.then(async () => {
      if (!database || this.isFailed) return otherwise;
      try {
        return await work(database);
      } catch {
        // Disk full, or the database was deleted by another page at this moment.
        this.isFailed = true;
        return otherwise;
      }
    });
    this.turn = result;
    return result;
  }
}
