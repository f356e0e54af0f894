import { beforeAll, expect, it } from 'vitest';
import type { ReadOptions } from '../port.ts';
import { collect, newEvent, newEvents, newStream, readWhole, givenLog, type Subject } from './subject.ts';

export function specifyReading(subject: Subject): void {
  const given = givenLog(subject);
  const stream = newStream('read');

  beforeAll(async () => {
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(10) });
  });

  const cases: readonly (readonly [string, ReadOptions, readonly number[]])[] = [
    ['forwards', {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['backwards', { direction: 'backwards' }, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]],
    ['from', { from: 7n }, [7, 8, 9]],
    ['to', { to: 2n }, [0, 1, 2]],
    ['from and to', { from: 3n, to: 5n }, [3, 4, 5]],
    ['a first page', { limit: 3 }, [0, 1, 2]],
    ['a page', { from: 4n, limit: 2 }, [4, 5]],
    ['backwards from', { direction: 'backwards', from: 2n }, [2, 1, 0]],
    ['backwards to', { direction: 'backwards', to: 8n }, [9, 8]],
    ['the last', { direction: 'backwards', limit: 1 }, [9]],
    ['nothing beyond the end', { from: 10n }, []],
    ['nothing where from is after to', { from: 5n, to: 4n }, []],
    ['nothing when asked for none', { limit: 0 }, []],
  ];
  it.each(cases)('27 reads %s', async (_, options, versions) => {
    const events = await collect(given.store.read(stream, options));
    expect(events.map(({ version }) => Number(version))).toEqual(versions);
    expect(events.map(({ data }) => data['n'])).toEqual(versions);
  });

  it('27 reads a stream longer than any page, both ways', async () => {
    const long = newStream();
    await given.store.append({ stream: long, expected: 'no-stream', events: newEvents(1_203) });
    const forwards = await collect(given.store.read(long));
    expect(forwards.map(({ data }) => data['n'])).toEqual(Array.from({ length: 1_203 }, (_, n) => n));
    expect(await collect(given.store.read(long, { direction: 'backwards' }))).toEqual(forwards.reverse());
  });

  it('27 reads heavy events in bounded pages and leaves none out', async () => {
    const heavy = newStream();
    for (let n = 0; n < 9; n++) {
      await given.store.append({
        stream: heavy,
        expected: BigInt(n) - 1n,
        events: [newEvent({ n, fat: 'x'.repeat(1_000_000) })],
      });
    }
    const read = await collect(given.store.read(heavy));
    expect(read.map(({ data }) => data['n'])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const inLog = (await readWhole(given.store)).filter((event) => event.stream === heavy);
    expect(inLog.map(({ version }) => Number(version))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('28 finds nothing in a missing stream', async () => {
    const missing = newStream();
    expect(await collect(given.store.read(missing))).toEqual([]);
    expect(await given.store.head(missing)).toBeNull();
  });

  it('29 reads what was just written', async () => {
    const own = newStream();
    for (let n = 0n; n < 20n; n++) {
      const { version } = await given.store.append({ stream: own, expected: n - 1n, events: [newEvent()] });
      expect((await given.store.head(own))?.version).toBe(version);
      expect(await collect(given.store.read(own, { from: version }))).toHaveLength(1);
    }
  });

  it('30 reads as of a position and as of a moment', async () => {
    const log = await subject.create();
    const clock = { now: new Date('2026-01-01T00:00:00.000Z') };
    const store = log.open({ now: () => clock.now });
    const own = newStream();
    const first = await store.append({ stream: own, expected: 'no-stream', events: newEvents(2) });
    clock.now = new Date('2026-01-02T00:00:00.000Z');
    await store.append({ stream: own, expected: 1n, events: newEvents(2) });
    const versions = async (options: ReadOptions) =>
      (await collect(store.read(own, options))).map(({ version }) => Number(version));
    expect(await versions({ asOfPosition: first.position })).toEqual([0, 1]);
    expect(await versions({ asOfTime: '2026-01-01T23:59:59Z' })).toEqual([0, 1]);
    expect(await versions({ asOfTime: '2026-01-02T00:00:00.000000Z' })).toEqual([0, 1, 2, 3]);
    expect(await versions({ asOfTime: '2025-12-31T00:00:00Z' })).toEqual([]);
    expect(await versions({ asOfTime: '2026-01-01T12:00:00Z', direction: 'backwards', limit: 1 })).toEqual([
      1,
    ]);
    await store.close();
    await log.drop();
  });

  it('reads the log by prefix and type, and moves on over what the filter hides', async () => {
    const [mine, other] = [newStream('mine%_'), newStream('mine')];
    const { next: start } = await given.store.readAll(null, { limit: 1_000_000 });
    const head = (await readWhole(given.store)).at(-1)?.position ?? start;
    const events = [newEvent({}, { type: 'A' }), newEvent({}, { type: 'B' }), newEvent({}, { type: 'A' })];
    await given.store.append({ stream: mine, expected: 'no-stream', events });
    await given.store.append({ stream: other, expected: 'no-stream', events: [newEvent({}, { type: 'B' })] });
    const page = await given.store.readAll(head, { filter: { streamPrefixes: ['mine%_'], types: ['A'] } });
    expect(page.events.map(({ stream: name, version }) => [name, version])).toEqual([
      [mine, 0n],
      [mine, 2n],
    ]);
    expect(page.atEnd).toBe(true);
    expect(await given.store.readAll(page.next)).toMatchObject({ events: [], atEnd: true, next: page.next });
    const hidden = await given.store.readAll(head, { filter: { types: ['none'] } });
    expect(hidden).toMatchObject({ events: [], atEnd: true, next: page.next });
    const firstTwo = await given.store.readAll(head, { limit: 2 });
    expect(firstTwo.events.map(({ type }) => type)).toEqual(['A', 'B']);
    expect(firstTwo.atEnd).toBe(false);
  });

  it('gives an empty log no position', async () => {
    const log = await subject.create();
    const store = log.open();
    expect(await store.readAll(null)).toEqual({ events: [], next: null, atEnd: true });
    await store.close();
    await log.drop();
  });

  it('50 refuses to read on from a position ahead of the log', async () => {
    const ahead = await given.store.append({
      stream: newStream(),
      expected: 'no-stream',
      events: newEvents(1),
    });
    const log = await subject.create();
    const store = log.open();
    await expect(store.readAll(ahead.position)).rejects.toMatchObject({ kind: 'invalid' });
    await store.close();
    await log.drop();
  });

  it('knows the log it stands on', async () => {
    const identity = await given.store.identity();
    expect(await given.log.open().identity()).toEqual(identity);
    const log = await subject.create();
    const store = log.open();
    expect((await store.identity()).storeId).not.toBe(identity.storeId);
    await store.close();
    await log.drop();
  });

  it('49 gives the latest snapshot of a state version, at most of the version asked for', async () => {
    const snapshot = { stream: newStream(), stateVersion: 2, link: 'ab'.repeat(32) };
    for (const version of [10n, 30n, 20n]) {
      await given.store.snapshots.save({ ...snapshot, version, state: { z: Number(version), a: [null] } });
    }
    await given.store.snapshots.save({ ...snapshot, stateVersion: 1, version: 40n, state: 'old shape' });
    const { stream: name } = snapshot;
    expect(await given.store.snapshots.latest(name, 2)).toEqual({
      ...snapshot,
      version: 30n,
      state: { z: 30, a: [null] },
    });
    expect(await given.store.snapshots.latest(name, 2, 29n)).toMatchObject({ version: 20n });
    expect(await given.store.snapshots.latest(name, 2, 9n)).toBeNull();
    expect(await given.store.snapshots.latest(name, 3)).toBeNull();
  });

  it('49 lists the snapshots of a stream, keeps the first of two alike, and takes away those that are named', async () => {
    const [stream, other] = [newStream(), newStream()];
    const { snapshots } = given.store;
    const snapshot = { stream, link: 'ab'.repeat(32), state: 'first' };
    const keys = [
      { stateVersion: 2, version: 30n },
      { stateVersion: 1, version: 10n },
      { stateVersion: 2, version: 10n },
    ];
    for (const key of keys) await snapshots.save({ ...snapshot, ...key });
    await snapshots.save({ ...snapshot, stateVersion: 2, version: 30n, state: 'second' });
    await snapshots.save({ ...snapshot, stream: other, stateVersion: 2, version: 10n });
    const [newest, ...older] = keys;
    expect(await snapshots.list(stream)).toEqual([...older, newest]);
    expect(await snapshots.latest(stream, 2)).toMatchObject({ version: 30n, state: 'first' });
    await snapshots.drop(stream, [...older, { stateVersion: 9, version: 9n }]);
    await snapshots.drop(stream, []);
    expect(await snapshots.list(stream)).toEqual([newest]);
    expect(await snapshots.list(other)).toHaveLength(1);
    expect(await snapshots.list(newStream())).toEqual([]);
  });
}
