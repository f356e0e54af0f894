import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetRecords, keepRecord, keptRecord, NO_ROOM, openRecords } from './kept-records.ts';
import { openRoomDatabase, roomDatabaseName } from './room-database.ts';
import { unsentWork, wipeCaches } from './wipe-caches.ts';

const ROOM = 'pairs/one';
let user: string;
beforeEach(() => (user = randomUUID()));

describe('what is kept beside a room', () => {
  it('is the last of each name, of this person alone', async () => {
    await keepRecord(user, ROOM, 'detail', { name: 'before' });
    await keepRecord(user, ROOM, 'detail', { name: 'now' });
    await keepRecord(user, NO_ROOM, 'people', ['Ana']);
    expect(await keptRecord(user, ROOM, 'detail')).toEqual({ name: 'now' });
    expect(await keptRecord(user, NO_ROOM, 'people')).toEqual(['Ana']);
    expect(await keptRecord(user, 'pairs/two', 'detail')).toBeUndefined();
    expect(await keptRecord(randomUUID(), ROOM, 'detail')).toBeUndefined();
  });

  it('is read and changed by the beginning of its names', async () => {
    await keepRecord(user, ROOM, 'detail', 1);
    await keepRecord(user, 'pairs/one-more', 'step:c', 'elsewhere');
    const shelf = await openRecords(user, ROOM);
    shelf.change('step:a', 'first');
    shelf.change('step:b', 'before');
    shelf.change('step:b', 'second');
    shelf.change('detail', undefined);
    await shelf.close();
    const again = await openRecords(user, ROOM);
    expect([...(await again.read('step:'))]).toEqual([
      ['step:a', 'first'],
      ['step:b', 'second'],
    ]);
    await again.close();
    expect(await keptRecord(user, ROOM, 'detail')).toBeUndefined();
    expect(await (await openRecords(randomUUID(), ROOM)).read('step:')).toEqual(new Map());
  });

  it('is lost, and harms nobody, where the person signs out meanwhile', async () => {
    const shelf = await openRecords(user, ROOM);
    await wipeCaches(user);
    shelf.change('step:a', 1);
    await shelf.close();
    expect(await (await openRecords(user, ROOM)).read('step:')).toEqual(new Map());
  });

  it('goes with the right to its room, and that of other rooms stays', async () => {
    await keepRecord(user, ROOM, 'detail', 1);
    await keepRecord(user, 'pairs/one-more', 'detail', 2);
    await keepRecord(user, NO_ROOM, 'people', 3);
    await forgetRecords(user, ROOM);
    expect(await keptRecord(user, ROOM, 'detail')).toBeUndefined();
    expect(await keptRecord(user, 'pairs/one-more', 'detail')).toBe(2);
    expect(await keptRecord(user, NO_ROOM, 'people')).toBe(3);
  });

  it('goes when the person signs out', async () => {
    await keepRecord(user, ROOM, 'detail', 1);
    await wipeCaches(user);
    expect(await keptRecord(user, ROOM, 'detail')).toBeUndefined();
  });
});

describe('a browser that held the database of an earlier release', () => {
  it.each([1, 2, 3])(
    'keeps the unsent work of version %i and gains room for what is new',
    async (version) => {
      const old = await openDB(roomDatabaseName(user), version, {
        upgrade(db) {
          for (const store of ['intents', 'tray', 'sessions']) db.createObjectStore(store);
          if (version === 1) db.createObjectStore('bases');
          else db.createObjectStore('baseParts', { autoIncrement: true }).createIndex('room', 'room');
          if (version === 3) db.createObjectStore('records');
        },
      });
      await old.put('intents', { answer: null }, [ROOM, 's', 0]);
      old.close();

      expect(await unsentWork(user)).toEqual([{ room: ROOM, intents: 1, refused: 0 }]);
      await keepRecord(user, ROOM, 'detail', 1);
      expect(await keptRecord(user, ROOM, 'detail')).toBe(1);
      const now = await openRoomDatabase(user);
      expect([...(now?.objectStoreNames ?? [])]).toEqual([
        'baseParts',
        'intents',
        'records',
        'sessions',
        'textDirt',
        'textDrafts',
        'textParts',
        'tray',
      ]);
      now?.close();
    },
  );
});
