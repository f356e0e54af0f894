import {
  ofRoom,
  openRoomDatabase,
  type RoomDatabase,
  type TextDirt,
  type TextDraft,
} from '@cotejo/rooms/client';
import { uuidv4 } from 'lib0/random';
import * as Y from 'yjs';

/** What a browser kept of a document. */
export interface KeptText {
  readonly document: string;
  /** All of it, what was not sent included. */
  readonly update: Uint8Array;
  /** Pages that wrote something which the server has not said to be durable. */
  readonly dirt: readonly TextDirt[];
}

/** Parts beyond which they are made one when they are read. */
const MOST_PARTS = 40;

/**
 * A document in IndexedDB, as parts, with the note of who wrote what the server may not have. Changes are stored
 * in order, each whole or not at all. Never rejects: a browser that stores nothing is `durable` no more.
 */
export class TextCache {
  private turn: Promise<unknown> = Promise.resolve();
  private isFailed = false;
  /** Changes of one's own that are on their way into the database. */
  private underWay = 0;
  private readonly session = uuidv4();

  private constructor(
    private readonly database: RoomDatabase | null,
    private readonly room: string,
  ) {}

  static async open(user: string, room: string): Promise<TextCache> {
    return new TextCache(await openRoomDatabase(user), room);
  }

  /** What is written survives this page. */
  get durable(): boolean {
    return this.database !== null && !this.isFailed;
  }

  /** Something that was written here would not survive yet. */
  get isStoring(): boolean {
    return this.underWay > 0;
  }

  /** Null when there is nothing, or nothing of use. */
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

  /** @param isOwn something of it was written here, and the server has not got it yet */
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

  /** The server has all that was written here, and what those pages had written when they were read. */
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

  /** Forgets the document; drafts stay. */
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
        // Full, or wiped by another page at this moment.
        this.isFailed = true;
        return otherwise;
      }
    });
    this.turn = result;
    return result;
  }
}
