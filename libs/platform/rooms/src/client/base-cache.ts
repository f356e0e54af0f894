import * as Y from 'yjs';
import { takeBaseAhead } from './base-ahead.ts';
import { openRoomDatabase, type BasePart, type RoomDatabase } from './room-database.ts';

/** Identity and version that a cached document claims; the server compares them with its own history. */
export interface BaseMark {
  readonly document: string;
  readonly version: number;
  readonly link: string;
}

const SAVE_AFTER_MS = 400;
/**
 * A cache with more parts than this, or with more bytes of parts than the whole document (at least `LEAST_BYTES`), is
 * merged into one part: reading more would delay the first paint.
 */
const MOST_PARTS = 500;
const LEAST_BYTES = 1_048_576;

/**
 * Cache of a room's document in IndexedDB: the whole document once, followed by incremental parts, each with the
 * version that the document reaches with it. Parts are immutable, so that two pages of one user can append to the same
 * cache; a cache with a gap is discarded on load.
 */
export class BaseCache {
  private following: { readonly doc: Y.Doc; stop(): void } | null = null;
  private mark: BaseMark | null = null;
  /** Updates applied to the document since the last stored part. */
  private tail: Uint8Array[] = [];
  /** First part of a document, not stored yet; without `update` its bytes are encoded from the document. */
  private unstored: { readonly update: Uint8Array | null; readonly mark: BaseMark } | null = null;
  private storedVersion = -1;
  private parts = 0;
  private wholeBytes = 0;
  private tailBytes = 0;
  private turn: Promise<void> = Promise.resolve();
  private saving: ReturnType<typeof setTimeout> | null = null;
  private idle: (() => void) | null = null;

  private constructor(
    private database: RoomDatabase | null,
    private readonly user: string,
    private readonly room: string,
  ) {}

  static async open(user: string, room: string): Promise<BaseCache> {
    return new BaseCache(await openRoomDatabase(user), user, room);
  }

  /** The cached document, applied to a document made by `create`, and its mark; null when no usable cache exists. */
  async load(create: () => Y.Doc): Promise<{ doc: Y.Doc; mark: BaseMark } | null> {
    if (!this.database) return null;
    let found: readonly BasePart[];
    try {
      found =
        (await takeBaseAhead(this.user, this.room)) ??
        (await this.database.getAllFromIndex('baseParts', 'room', this.room));
    } catch {
      return null;
    }
    const document = found.findLast(({ isWhole }) => isWhole)?.document;
    const parts = found.filter((part) => part.document === document);
    const newest = parts.reduce<BasePart | null>(
      (max, part) => (max && max.version >= part.version ? max : part),
      null,
    );
    const doc = newest && assembled(parts, create());
    if (!newest || !doc) {
      if (found.length > 0) await this.clear();
      return null;
    }
    const { version, link } = newest;
    this.mark = { document: newest.document, version, link };
    this.parts = parts.length;
    this.wholeBytes = Math.max(...parts.map(({ update }) => update.length));
    this.tailBytes = parts.reduce((sum, { update }) => sum + update.length, 0) - this.wholeBytes;
    this.follow(doc);
    this.mergeSoon();
    return { doc, mark: this.mark };
  }

  /**
   * Starts caching a document, or notes the new version of the document already being cached.
   * @param update encoded whole document, if the caller has it
   */
  keep(doc: Y.Doc, mark: BaseMark, update: Uint8Array | null = null): void {
    if (this.following?.doc === doc && this.mark?.document === mark.document) return this.save(mark);
    this.mark = mark;
    this.follow(doc);
    this.unstored = { update, mark };
    this.whenIdle(() => this.store());
  }

  /** Notes the document's current version; it is stored after `SAVE_AFTER_MS` with the updates that led to it. */
  save(mark: BaseMark): void {
    this.mark = mark;
    this.saving ??= setTimeout(() => this.store(), SAVE_AFTER_MS);
  }

  /** Removes this room's cache. */
  clear(): Promise<void> {
    this.forget();
    return this.inTurn(async (database) => {
      const transaction = database.transaction('baseParts', 'readwrite');
      const keys = await transaction.store.index('room').getAllKeys(this.room);
      await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
    });
  }

  async close(): Promise<void> {
    if (this.saving || this.unstored) this.store();
    this.forget();
    await this.inTurn(async (database) => database.close());
    this.database = null;
  }

  /**
   * Serializes storage work. After a failure (full disk, caches wiped by another page) the cache stores nothing more.
   */
  private inTurn(work: (database: RoomDatabase) => Promise<void>): Promise<void> {
    this.turn = this.turn.then(async () => {
      if (!this.database) return;
      try {
        await work(this.database);
      } catch {
        this.database = null;
        this.forget();
      }
    });
    return this.turn;
  }

  private follow(doc: Y.Doc): void {
    this.forget(this.mark);
    const onUpdate = (update: Uint8Array) => void this.tail.push(update);
    doc.on('update', onUpdate);
    this.following = { doc, stop: () => doc.off('update', onUpdate) };
  }

  private forget(mark: BaseMark | null = null): void {
    if (this.saving) clearTimeout(this.saving);
    this.saving = null;
    this.idle?.();
    this.idle = null;
    this.following?.stop();
    this.following = null;
    this.tail = [];
    this.unstored = null;
    this.storedVersion = mark?.version ?? -1;
    this.mark = mark;
  }

  /** `tail` and `mark` are set in one tick, so they belong together and form one part. */
  private store(): void {
    if (this.saving) clearTimeout(this.saving);
    this.saving = null;
    const { following, mark, unstored } = this;
    if (!following || !mark) return;
    this.unstored = null;
    if (unstored?.update) this.addWhole(unstored.mark, unstored.update);
    else if (unstored) return this.addWhole(mark, this.encoded(following.doc));
    // Nothing new to store; also the case when a connection only confirmed the cached version.
    if (this.tail.length === 0 && mark.version === this.storedVersion) return;
    const update = together(this.tail.splice(0));
    this.tailBytes += update.length;
    this.add(mark, update, false);
    this.mergeSoon();
  }

  private addWhole(mark: BaseMark, update: Uint8Array): void {
    [this.parts, this.wholeBytes, this.tailBytes] = [0, update.length, 0];
    this.add(mark, update, true);
  }

  private add(mark: BaseMark, update: Uint8Array, isWhole: boolean): void {
    this.parts += 1;
    this.storedVersion = mark.version;
    const part: BasePart = { room: this.room, ...mark, isWhole, update };
    void this.inTurn(async (database) => void (await database.add('baseParts', part)));
  }

  /** Encodes the whole document and empties the tail, which the encoding covers. */
  private encoded(doc: Y.Doc): Uint8Array {
    this.tail = [];
    return Y.encodeStateAsUpdate(doc);
  }

  private mergeSoon(): void {
    const isLong = this.tailBytes > Math.max(this.wholeBytes, LEAST_BYTES);
    if (this.parts > MOST_PARTS || isLong) this.whenIdle(() => this.merge());
  }

  /** Replaces all parts up to this version with one whole part; later parts added by another page stay. */
  private merge(): void {
    const { following, mark } = this;
    if (!following || !mark || this.unstored) return;
    const update = this.encoded(following.doc);
    [this.parts, this.wholeBytes, this.tailBytes] = [1, update.length, 0];
    const whole: BasePart = { room: this.room, ...mark, isWhole: true, update };
    void this.inTurn(async (database) => {
      const transaction = database.transaction('baseParts', 'readwrite');
      const { store } = transaction;
      const [keys, parts] = await Promise.all([
        store.index('room').getAllKeys(this.room),
        store.index('room').getAll(this.room),
      ]);
      const covered = keys.filter((_, index) => {
        const part = parts[index];
        return part?.document === mark.document && part.version <= mark.version;
      });
      await Promise.all([store.add(whole), ...covered.map((key) => store.delete(key)), transaction.done]);
    });
  }

  private whenIdle(work: () => void): void {
    this.idle?.();
    this.idle = inIdleTime(() => {
      this.idle = null;
      work();
    });
  }
}

const together = (updates: readonly Uint8Array[]): Uint8Array =>
  updates.length === 1 && updates[0] ? updates[0] : Y.mergeUpdates([...updates]);

/** Null when a part is missing or malformed: a document with a gap would silently hide later changes. */
function assembled(parts: readonly BasePart[], doc: Y.Doc): Y.Doc | null {
  try {
    doc.transact(() => {
      for (const { update } of parts) Y.applyUpdate(doc, update);
    });
    if (doc.store.pendingStructs === null && doc.store.pendingDs === null) return doc;
  } catch {
    // Handled below: the document is discarded.
  }
  doc.destroy();
  return null;
}

/** Milliseconds after which idle work runs even if the browser was never idle. */
const IDLE_WITHIN_MS = 3_000;

/**
 * Runs `work` in the browser's idle time, or after a short delay where `requestIdleCallback` is missing. Returns the
 * way to cancel it.
 */
function inIdleTime(work: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(work, { timeout: IDLE_WITHIN_MS });
    return () => cancelIdleCallback(handle);
  }
  const handle = setTimeout(work, SAVE_AFTER_MS);
  return () => clearTimeout(handle);
}
