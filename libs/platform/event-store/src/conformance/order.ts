import { expect, it } from 'vitest';
import { comparePositions } from '../position.ts';
import type { RecordedEvent } from '../port.ts';
import { collect, newEvent, newEvents, newStream, readWhole, givenLog, type Subject } from './subject.ts';

const WRITERS = 16;
const FULL_SPEED_MS = 3_000;
const PAUSE_MS = 100;

export function specifyOrder(subject: Subject): void {
  const given = givenLog(subject);

  it('22 shows a follower everything that 16 writers write, once each', async () => {
    const nodes = [given.log.open(), given.log.open()];
    const seen: RecordedEvent[] = [];
    const following = await given.log.open().subscribe({
      after: 'head',
      onEvents: (events) => void seen.push(...events),
    });
    const began = Date.now();
    const until = began + subject.writingMs;
    const written: string[] = [];
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const store = nodes[writer % nodes.length] ?? given.store;
        const stream = newStream(`writer-${writer}`);
        for (let version = -1n; Date.now() < until;) {
          const events = newEvents(1 + (written.length % 3));
          ({ version } = await store.append({ stream, expected: version, events }));
          written.push(...events.map(({ id }) => id));
          if (Date.now() - began > FULL_SPEED_MS) await new Promise((resume) => setTimeout(resume, PAUSE_MS));
        }
      }),
    );
    await following.caughtUp();
    await following.close();
    const ids = seen.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual([...written].sort());
    const positions = seen.map(({ position }) => position);
    expect([...positions].sort(comparePositions)).toEqual(positions);
  });

  it('23 24 keeps the order of each stream in the order of the log, on every read', async () => {
    const { position: after } = await given.store.append({
      stream: newStream(),
      expected: 'no-stream',
      events: newEvents(1),
    });
    const streams = Array.from({ length: 10 }, () => newStream());
    await Promise.all(
      streams.map(async (stream) => {
        for (let n = 0; n < 5; n++)
          await given.store.append({ stream, expected: BigInt(n) - 1n, events: [newEvent()] });
      }),
    );
    const whole = await readWhole(given.store, { after });
    expect(await readWhole(given.store, { after, limit: 7 })).toEqual(whole);
    for (const stream of streams) {
      const inLog = whole.filter((event) => event.stream === stream);
      expect(inLog).toEqual(await collect(given.store.read(stream)));
    }
  });

  it('keeps the moments of a stream in order when the clock jumps back', async () => {
    const log = await subject.create();
    const clock = { now: new Date('2026-05-01T10:00:00.000Z') };
    const store = log.open({ now: () => clock.now });
    const stream = newStream();
    await store.append({ stream, expected: 'no-stream', events: [newEvent()] });
    clock.now = new Date('2026-05-01T09:00:00.000Z');
    await store.append({ stream, expected: 0n, events: [newEvent()] });
    clock.now = new Date('2026-05-01T11:00:00.000Z');
    await store.append({ stream, expected: 1n, events: [newEvent()] });
    expect((await collect(store.read(stream))).map(({ recordedAt }) => recordedAt)).toEqual([
      '2026-05-01T10:00:00.000000Z',
      '2026-05-01T10:00:00.000000Z',
      '2026-05-01T11:00:00.000000Z',
    ]);
    await store.close();
    await log.drop();
  });
}
