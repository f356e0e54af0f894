import { deleteDB } from 'idb';
import { IndexeddbPersistence } from 'y-indexeddb';
import * as Y from 'yjs';
import { baseDatabaseName, ofRoom, openRoomDatabase, type RoomDatabase } from './room-database.ts';

/** What a base claims to be; the server compares it with its own history. */
export interface BaseMark {
  readonly document: string;
  readonly version: number;
  readonly link: string;
}

const MARK = 'mark';
const SAVE_AFTER_MS = 400;

const isMark = (value: unknown): value is BaseMark =>
  typeof value === 'object' &&
  value !== null &&
  'document' in value &&
  'version' in value &&
  Number.isInteger(value.version) &&
  'link' in value &&
  typeof value.link === 'string';

/**
 * Cache of a room's document in IndexedDB: contents by y-indexeddb, one database a document, and beside
 * them the mark of the version they hold at least. A cache without a mark is discarded.
 */
export class BaseCache {
  private persistence: IndexeddbPersistence | null = null;
  private mark: BaseMark | null = null;
  private turn: Promise<void> = Promise.resolve();
  private saving: ReturnType<typeof setTimeout> | null = null;

  private constructor(
    private readonly database: RoomDatabase | null,
    private readonly user: string,
    private readonly room: string,
  ) {}

  static async open(user: string, room: string): Promise<BaseCache> {
    return new BaseCache(await openRoomDatabase(user), user, room);
  }

  /** The cached document and its mark, in a document made by `create`; null when there is none of use. */
  async load(create: () => Y.Doc): Promise<{ doc: Y.Doc; mark: BaseMark } | null> {
    if (!this.database) return null;
    for (const { document } of await this.database.getAll('bases', ofRoom(this.room))) {
      const doc = create();
      const persistence = new IndexeddbPersistence(baseDatabaseName(this.user, this.room, document), doc);
      const mark: unknown = await persistence.whenSynced.then(() => persistence.get(MARK));
      if (isMark(mark) && mark.document === document) {
        this.adopt(persistence);
        this.mark = mark;
        return { doc, mark };
      }
      doc.destroy();
      await this.forget(document);
    }
    return null;
  }

  /** Begins to keep a document that was just synchronised. */
  keep(doc: Y.Doc, mark: BaseMark): void {
    const isKept = this.mark?.document === mark.document;
    this.save(mark);
    const { database } = this;
    if (database && !isKept) void this.inTurn(() => this.begin(database, doc, mark.document));
  }

  /** Notes the version that the document holds now; stored a moment later, after its contents. */
  save(mark: BaseMark): void {
    this.mark = mark;
    this.saving ??= setTimeout(() => this.store(), SAVE_AFTER_MS);
  }

  /** Removes what is cached of this room. */
  clear(): Promise<void> {
    this.cancel();
    this.mark = null;
    return this.inTurn(async () => {
      const persistence = this.persistence;
      this.persistence = null;
      await persistence?.destroy();
      if (!this.database) return;
      for (const { document } of await this.database.getAll('bases', ofRoom(this.room))) {
        await this.forget(document);
      }
    });
  }

  close(): Promise<void> {
    return this.inTurn(async () => {
      if (this.saving) this.store();
      await this.persistence?.destroy();
      this.database?.close();
    });
  }

  /** One after the other: a document must not be kept while its predecessor is being removed. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    // A failure means that nothing can be stored (full disk, wiped by another page): go on without a cache.
    this.turn = this.turn.then(work).catch(() => undefined);
    return this.turn;
  }

  private async begin(database: RoomDatabase, doc: Y.Doc, document: string): Promise<void> {
    if (this.mark?.document !== document) return;
    await database.put('bases', { room: this.room, document }, [this.room, document]);
    const persistence = new IndexeddbPersistence(baseDatabaseName(this.user, this.room, document), doc);
    await persistence.whenSynced;
    this.adopt(persistence);
    // At once: until its first mark the cache is of no use to a page that is loaded without a network.
    this.store();
  }

  private adopt(persistence: IndexeddbPersistence): void {
    this.persistence = persistence;
    // Another page deletes this database (reset, logout): stop writing before it is closed under us.
    persistence.db?.addEventListener('versionchange', () => {
      this.cancel();
      this.persistence = null;
      void persistence.destroy();
    });
  }

  private store(): void {
    this.cancel();
    const database = this.persistence?.db;
    if (!database || !this.mark) return;
    try {
      // Over both stores, so that it waits for the contents written before it: contents may be ahead of
      // their mark after a crash, never behind it.
      const transaction = database.transaction(['updates', 'custom'], 'readwrite');
      transaction.objectStore('custom').put(this.mark, MARK);
    } catch {
      this.persistence = null;
    }
  }

  private cancel(): void {
    if (this.saving) clearTimeout(this.saving);
    this.saving = null;
  }

  private async forget(document: string): Promise<void> {
    await this.database?.delete('bases', [this.room, document]);
    await deleteDB(baseDatabaseName(this.user, this.room, document));
  }
}
