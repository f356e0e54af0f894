import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import * as Y from 'yjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBaseAhead } from './base-ahead.ts';
import { BaseCache, type BaseMark } from './base-cache.ts';
import { openRoomDatabase, type BasePart } from './room-database.ts';
import { wipeCaches } from './wipe-caches.ts';

const ROOM = 'pairs/one';
let user: string;
let caches: BaseCache[];

beforeEach(() => {
  user = randomUUID();
  caches = [];
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(caches.map((one) => one.close()));
});

/** A server's document: each change is an update of its own. */
class Source {
  readonly doc = new Y.Doc();
  version = -1;

  constructor(readonly document = 'd1') {}

  get mark(): BaseMark {
    return { document: this.document, version: this.version, link: `link-${this.version}` };
  }

  change(value = `v${this.version + 1}`): Uint8Array {
    let update: Uint8Array = new Uint8Array();
    this.doc.once('update', (bytes: Uint8Array) => (update = bytes));
    this.version++;
    this.doc.getMap('pairs').set(`k${this.version % 7}`, value);
    return update;
  }

  replica(): Y.Doc {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(this.doc));
    return doc;
  }
}

async function openCache(room = ROOM): Promise<BaseCache> {
  const cache = await BaseCache.open(user, room);
  caches.push(cache);
  return cache;
}

async function closed(cache: BaseCache): Promise<void> {
  caches = caches.filter((one) => one !== cache);
  await cache.close();
}

const loaded = async () => (await openCache()).load(() => new Y.Doc());

async function parts(): Promise<BasePart[]> {
  const database = await openRoomDatabase(user);
  const all = (await database?.getAll('baseParts')) ?? [];
  database?.close();
  return all;
}

/** Applies one change of the source and saves its version. */
function follow(cache: BaseCache, doc: Y.Doc, source: Source): void {
  Y.applyUpdate(doc, source.change());
  cache.save(source.mark);
}

const saved = () => new Promise((resolve) => setTimeout(resolve, 450));

describe('a cached base', () => {
  it('is there again, with what was added to it, at the last version', async () => {
    const source = new Source();
    source.change();
    const doc = source.replica();
    const cache = await openCache();
    cache.keep(doc, source.mark);
    for (let n = 0; n < 3; n++) follow(cache, doc, source);
    await saved();
    follow(cache, doc, source);
    await closed(cache);
    const again = await loaded();
    expect(again?.mark).toEqual(source.mark);
    expect(Y.encodeStateAsUpdate(again?.doc ?? new Y.Doc())).toEqual(Y.encodeStateAsUpdate(source.doc));
  });

  it('of bytes that were loaded whole is stored as those very bytes', async () => {
    const source = new Source();
    source.change();
    const bytes = Y.encodeStateAsUpdate(source.doc);
    const doc = source.replica();
    const cache = await openCache();
    cache.keep(doc, source.mark, bytes);
    follow(cache, doc, source);
    await closed(cache);
    const stored = await parts();
    expect(stored.map(({ isWhole, version }) => [isWhole, version])).toEqual([
      [true, 0],
      [false, 1],
    ]);
    expect(stored[0]?.update).toEqual(bytes);
    expect((await loaded())?.mark.version).toBe(1);
  });

  it('goes on being kept after it was read', async () => {
    const source = new Source();
    source.change();
    const first = await openCache();
    first.keep(source.replica(), source.mark);
    await closed(first);
    const second = await openCache();
    const base = await second.load(() => new Y.Doc());
    if (!base) throw new Error('no base');
    follow(second, base.doc, source);
    second.keep(base.doc, source.mark);
    await closed(second);
    expect((await parts()).map(({ isWhole }) => isWhole)).toEqual([true, false]);
    expect((await loaded())?.mark.version).toBe(1);
  });

  it('gains no part by a connection that brings nothing new', async () => {
    const source = new Source();
    source.change();
    const first = await openCache();
    first.keep(source.replica(), source.mark);
    await closed(first);
    const second = await openCache();
    const base = await second.load(() => new Y.Doc());
    if (!base) throw new Error('no base');
    second.keep(base.doc, { ...source.mark });
    await closed(second);
    expect(await parts()).toHaveLength(1);
  });

  it('gathers what comes within a moment into one part', async () => {
    const source = new Source();
    source.change();
    const doc = source.replica();
    const cache = await openCache();
    cache.keep(doc, source.mark);
    await saved();
    for (let n = 0; n < 100; n++) follow(cache, doc, source);
    await saved();
    await closed(cache);
    expect(await parts()).toHaveLength(2);
  });

  it('is added to by two pages at once', async () => {
    const source = new Source();
    source.change();
    const [one, two] = [await openCache(), await openCache()];
    const [ofOne, ofTwo] = [source.replica(), source.replica()];
    one.keep(ofOne, source.mark);
    two.keep(ofTwo, source.mark);
    for (let n = 0; n < 4; n++) {
      const update = source.change();
      for (const doc of [ofOne, ofTwo]) Y.applyUpdate(doc, update);
      one.save(source.mark);
      two.save(source.mark);
    }
    await closed(one);
    follow(two, ofTwo, source);
    await closed(two);
    const again = await loaded();
    expect(again?.mark).toEqual(source.mark);
    expect(again?.doc.getMap('pairs').toJSON()).toEqual(source.doc.getMap('pairs').toJSON());
  });

  it('becomes one part again when there are many, and loses nothing that another page added', async () => {
    const source = new Source();
    source.change();
    const doc = source.replica();
    const filler = await openCache();
    filler.keep(doc, source.mark);
    await saved();
    await closed(filler);
    // Number of parts after weeks of work, plus one by a page that is further than this one.
    const database = await openRoomDatabase(user);
    for (let n = 0; n < 520; n++) {
      const update = source.change();
      await database?.add('baseParts', { room: ROOM, ...source.mark, isWhole: false, update });
    }
    const reader = await openCache();
    const base = await reader.load(() => new Y.Doc());
    if (!base) throw new Error('no base');
    const ahead = source.change();
    await database?.add('baseParts', { room: ROOM, ...source.mark, isWhole: false, update: ahead });
    database?.close();
    await vi.waitFor(async () => expect(await parts()).toHaveLength(2));
    expect((await parts()).map(({ isWhole }) => isWhole)).toEqual([false, true]);
    const again = await loaded();
    expect(again?.mark.version).toBe(521);
    expect(again?.doc.getMap('pairs').toJSON()).toEqual(source.doc.getMap('pairs').toJSON());
  });
});

describe('a cache that is of no use', () => {
  async function keepAndSpoil(spoil: (part: BasePart) => BasePart | null): Promise<void> {
    const source = new Source();
    source.change();
    const doc = source.replica();
    const cache = await openCache();
    cache.keep(doc, source.mark);
    await saved();
    for (let n = 0; n < 3; n++) {
      follow(cache, doc, source);
      await saved();
    }
    await closed(cache);
    const database = await openRoomDatabase(user);
    const keys = (await database?.getAllKeys('baseParts')) ?? [];
    for (const key of keys) {
      const part = await database?.get('baseParts', key);
      const spoilt = part && spoil(part);
      if (spoilt) await database?.put('baseParts', spoilt, key);
      else await database?.delete('baseParts', key);
    }
    database?.close();
  }

  it.each<[string, (part: BasePart) => BasePart | null]>([
    ['lacks a part in the middle', (part) => (part.version === 2 ? null : part)],
    ['lacks its first part', (part) => (part.isWhole ? null : part)],
    ['is damaged', (part) => (part.isWhole ? { ...part, update: new Uint8Array([3, 200, 200]) } : part)],
  ])('is discarded: it %s', async (_, spoil) => {
    await keepAndSpoil(spoil);
    expect(await loaded()).toBeNull();
    expect(await parts()).toEqual([]);
  });

  it('is emptied when the room is another document, which is then kept', async () => {
    const [old, fresh] = [new Source('d1'), new Source('d2')];
    old.change();
    fresh.change('of the new one');
    const cache = await openCache();
    cache.keep(old.replica(), old.mark);
    await saved();
    await cache.clear();
    cache.keep(fresh.replica(), fresh.mark);
    await closed(cache);
    expect((await parts()).map(({ document }) => document)).toEqual(['d2']);
    expect((await loaded())?.doc.getMap('pairs').toJSON()).toEqual({ k0: 'of the new one' });
  });

  it('is each room’s own, and gone once the caches are wiped, also under a page that still writes', async () => {
    const source = new Source();
    source.change();
    const cache = await openCache();
    const doc = source.replica();
    cache.keep(doc, source.mark);
    await saved();
    expect(await (await openCache('pairs/two')).load(() => new Y.Doc())).toBeNull();
    await wipeCaches(user);
    follow(cache, doc, source);
    await saved();
    expect(await loaded()).toBeNull();
  });
});

describe('a base that was read ahead', () => {
  const kept = async () => {
    const source = new Source();
    source.change();
    const cache = await openCache();
    cache.keep(source.replica(), source.mark);
    await closed(cache);
    return source;
  };

  it('is shown by the next cache of the room, and by that one only', async () => {
    const source = await kept();
    expect(await readBaseAhead(user, ROOM)).toBe(true);
    const database = await openRoomDatabase(user);
    await database?.clear('baseParts');
    database?.close();
    const shown = await loaded();
    expect(shown?.mark).toEqual(source.mark);
    expect(shown?.doc.getMap('pairs').toJSON()).toEqual(source.doc.getMap('pairs').toJSON());
    expect(await loaded()).toBeNull();
  });

  it('is nothing where nothing is kept, and never that of somebody else or of another room', async () => {
    await kept();
    expect(await readBaseAhead(randomUUID(), ROOM)).toBe(false);
    expect(await readBaseAhead(user, 'pairs/other')).toBe(false);
    expect((await loaded())?.mark.version).toBe(0);
  });
});
