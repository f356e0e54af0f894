import { expect, it } from 'vitest';
import { collect, fate, newEvent, newEvents, newStream, refusal, givenLog, type Subject } from './subject.ts';

export function specifyAppending(subject: Subject): void {
  const given = givenLog(subject);

  it('1 starts a stream at no-stream', async () => {
    const stream = newStream();
    const appended = await given.store.append({ stream, expected: 'no-stream', events: [newEvent()] });
    expect(appended).toMatchObject({ version: 0n, replayed: false });
  });

  it('1 takes version -1 for no-stream', async () => {
    const appended = await given.store.append({ stream: newStream(), expected: -1n, events: [newEvent()] });
    expect(appended.version).toBe(0n);
  });

  it('2 refuses no-stream on an existing stream and tells its version', async () => {
    const stream = newStream();
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(3) });
    const error = await refusal(given.store.append({ stream, expected: 'no-stream', events: [newEvent()] }));
    expect([error.kind, error.details.actual]).toEqual(['conflict', 2n]);
  });

  it('3 appends at the exact version', async () => {
    const stream = newStream();
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(2) });
    const appended = await given.store.append({ stream, expected: 1n, events: [newEvent()] });
    expect(appended.version).toBe(2n);
  });

  it.each([
    ['4 refuses a stale version', 0n],
    ['5 refuses a future version', 7n],
  ])('%s', async (_, expected) => {
    const stream = newStream();
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(2) });
    const error = await refusal(given.store.append({ stream, expected, events: [newEvent()] }));
    expect([error.kind, error.details.actual]).toEqual(['conflict', 1n]);
    expect(await collect(given.store.read(stream))).toHaveLength(2);
  });

  it('6 refuses "exists" on a missing stream, takes it on an existing one', async () => {
    const stream = newStream();
    const error = await refusal(given.store.append({ stream, expected: 'exists', events: [newEvent()] }));
    expect([error.kind, error.details.actual]).toEqual(['conflict', -1n]);
    await given.store.append({ stream, expected: 'no-stream', events: [newEvent()] });
    expect(await fate(given.store.append({ stream, expected: 'exists', events: [newEvent()] }))).toBe(
      'written',
    );
  });

  it('7 never conflicts at "any"', async () => {
    const stream = newStream();
    await given.store.append({ stream, expected: 'no-stream', events: [newEvent()] });
    const nodes = [given.log.open(), given.log.open()];
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        (nodes[n % 2] ?? given.store).append({ stream, expected: 'any', events: [newEvent({ n })] }),
      ),
    );
    expect(await collect(given.store.read(stream))).toHaveLength(61);
  });

  it('8 writes all events of an append or none', async () => {
    const stream = newStream();
    const taken = newEvent();
    await given.store.append({ stream: newStream(), expected: 'no-stream', events: [taken] });
    const events = [newEvent(), newEvent(), taken];
    expect(await fate(given.store.append({ stream, expected: 'no-stream', events }))).toBe('invalid');
    expect(await collect(given.store.read(stream))).toEqual([]);
    expect(await given.store.head(stream)).toBeNull();
  });

  it('9 refuses an empty append', async () => {
    const stream = newStream();
    expect(await fate(given.store.append({ stream, expected: 'no-stream', events: [] }))).toBe('invalid');
  });

  it('9 confirms at the actual version and only there, writing no event', async () => {
    const stream = newStream();
    const command = {
      id: newStream('command'),
      intentHash: 'h',
      outcome: { rejected: 'would_create_cycle' },
    };
    await given.store.append({ stream, expected: 'no-stream', events: newEvents(2) });
    const before = await given.store.head(stream);
    for (const version of [-1n, 0n, 2n]) {
      const error = await refusal(given.store.confirm(stream, version, [command]));
      expect([error.kind, error.details.actual]).toEqual(['conflict', 1n]);
    }
    expect(await given.store.settled([command.id])).toEqual([]);
    await given.store.confirm(stream, 1n, [command]);
    await given.store.confirm(stream, 1n, []);
    expect(await given.store.head(stream)).toEqual(before);
    expect(await given.store.settled([command.id])).toEqual([{ ...command, stream, version: 1n }]);
  });

  it('9 confirms that a stream does not exist', async () => {
    const stream = newStream();
    const command = { id: newStream('command'), intentHash: 'h' };
    await given.store.confirm(stream, -1n, [command]);
    expect(await given.store.settled([command.id])).toMatchObject([{ stream, version: -1n, outcome: null }]);
    expect(await fate(given.store.confirm(stream, 0n, []))).toBe('conflict');
  });

  it('10 returns the version, position and link that are read back', async () => {
    const stream = newStream();
    const appended = await given.store.append({ stream, expected: 'no-stream', events: newEvents(3) });
    const events = await collect(given.store.read(stream));
    expect(events.map(({ version }) => version)).toEqual([0n, 1n, 2n]);
    const last = events.at(-1);
    expect(last).toMatchObject({
      version: appended.version,
      position: appended.position,
      link: appended.link,
    });
    expect(await given.store.head(stream)).toEqual({ version: appended.version, link: appended.link });
  });

  it('refuses everything once closed', async () => {
    const log = await subject.create();
    const store = log.open();
    await store.close();
    expect(await fate(store.append({ stream: 's', expected: 'any', events: [newEvent()] }))).toBe('closed');
    expect(await fate(store.readAll(null))).toBe('closed');
    expect(await fate(store.head('s'))).toBe('closed');
    expect(await fate(collect(store.read('s')))).toBe('closed');
    await log.drop();
  });
}
