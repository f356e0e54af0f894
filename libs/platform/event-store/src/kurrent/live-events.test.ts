import { describe, expect, it } from 'vitest';
import { newEvent } from '../conformance/subject.ts';
import { contentHash, genesisLink, isoFromMicros, link } from '../hash-chain.ts';
import type { Position } from '../port.ts';
import type { StoredEvent } from './envelope.ts';
import { LiveEvents, type LiveEventsOptions, type ReadStretch } from './live-events.ts';

/** A log of several streams; positions grow by ten. */
class SmallLog {
  readonly events: StoredEvent[] = [];
  /** Stretches read so far. */
  reads = 0;

  write(stream: string): StoredEvent {
    const event = newEvent();
    const last = this.events.findLast((one) => one.event.stream === stream)?.event;
    const [version, position] = [(last?.version ?? -1n) + 1n, BigInt(this.events.length * 10 + 10)];
    const content = contentHash(event);
    const place = { stream, version, position: String(position) as Position, recordedAt: isoFromMicros(7n) };
    const itsLink = link(last?.link ?? genesisLink(stream), version, 7n, content);
    const recorded = { ...event, ...place, contentHash: content, link: itsLink };
    const stored = { event: recorded, position, recordedMicros: 7n, write: '', commands: [] };
    this.events.push(stored);
    return stored;
  }

  readonly stretch: ReadStretch = async (of, since) => {
    this.reads += 1;
    return this.events.filter(
      ({ event, position }) =>
        event.stream === of.event.stream &&
        event.version <= of.event.version &&
        ('after' in since ? event.version > since.after : position > since.beyond),
    );
  };
}

const given = (
  streams: string,
  { at = null, ...options }: LiveEventsOptions & { at?: bigint | null } = {},
) => {
  const log = new SmallLog();
  const written = [...streams].map((stream) => log.write(stream));
  const live = new LiveEvents(at, options);
  const add = async (...indexes: number[]) => {
    const sound: boolean[] = [];
    for (const index of indexes) {
      const stored = written[index];
      if (stored) sound.push(await live.add(stored, log.stretch));
    }
    return sound;
  };
  /** What a reader receives that takes pages of two and begins at a position. */
  const readFrom = (from: bigint) => {
    const seen: StoredEvent[] = [];
    for (let next = from; ;) {
      const page = live.page(next, 2);
      if (page === null) return null;
      seen.push(...page.events);
      if (page.atEnd) return seen.map((one) => written.indexOf(one));
      next = page.events.at(-1)?.position ?? next;
    }
  };
  return { log, live, add, readFrom };
};

describe('events of a subscription', () => {
  it('are handed over in their order, without a read, after any position', async () => {
    const { log, add, readFrom } = given('aabab');
    expect(await add(0, 1, 2, 3, 4)).toEqual([true, true, true, true, true]);
    expect(readFrom(-1n)).toEqual([0, 1, 2, 3, 4]);
    expect(readFrom(30n)).toEqual([3, 4]);
    expect(readFrom(50n)).toEqual([]);
    expect(log.reads).toBe(0);
  });

  it('are not here when they were committed before it', async () => {
    const { log, add, readFrom } = given('aabab', { at: 30n });
    await add(3, 4);
    expect(readFrom(20n)).toBeNull();
    expect(readFrom(30n)).toEqual([3, 4]);
    // Once for each stream whose head is unknown.
    expect(log.reads).toBe(2);
  });

  it('may come twice', async () => {
    const { add, readFrom } = given('aab', { at: 10n });
    expect(await add(0, 1, 1, 2, 1, 0)).toEqual([true, true, true, true, true, true]);
    expect(readFrom(10n)).toEqual([1, 2]);
  });

  it('are read from the log where one is left out', async () => {
    const { log, add, readFrom } = given('aaab');
    expect(await add(0, 2, 3)).toEqual([true, false, true]);
    expect(readFrom(-1n)).toEqual([0, 1, 2, 3]);
    expect(log.reads).toBe(1);
  });

  it('are read from the log where one does not bear the link of its predecessor', async () => {
    const { log, live, add, readFrom } = given('aab');
    await add(0);
    const [, second] = log.events;
    if (!second) throw new Error('two events were written');
    const forged = { ...second, event: { ...second.event, link: 'ab'.repeat(32) } };
    expect(await live.add(forged, log.stretch)).toBe(false);
    await add(2);
    expect(readFrom(-1n)).toEqual([0, 1, 2]);
  });

  it('are handed over once each where one is noticed late, in the order of its stream', async () => {
    const { live, add, readFrom } = given('ababa');
    await add(0, 1);
    // Event 2 is left out, and a reader is past event 3 when event 4 shows it.
    await add(3);
    expect(readFrom(-1n)).toEqual([0, 1, 3]);
    expect(await add(4)).toEqual([false]);
    expect(readFrom(40n)).toEqual([2, 4]);
    expect(readFrom(20n)).toEqual([3, 2, 4]);
    expect(live.end).toBe(50n);
  });

  it('are handed over once each where two of different streams changed places', async () => {
    const { add, readFrom } = given('abc');
    expect(await add(1, 0)).toEqual([true, false]);
    expect(readFrom(-1n)).toEqual([1]);
    await add(2);
    expect(readFrom(20n)).toEqual([0, 2]);
  });

  it('keep a late one, and the heads of streams, through a new subscription', async () => {
    const { log, live, add } = given('abcabb');
    await add(1, 0);
    const next = new LiveEvents(30n, {}, live);
    const [a, , , a2, , b3] = log.events;
    for (const one of [a2, b3]) if (one) await next.add(one, log.stretch);
    expect(next.page(30n, 10)?.events).toEqual([a, a2, log.events[4], b3]);
    // Only the stream that went on meanwhile was read.
    expect(log.reads).toBe(1);
  });

  it.each<[string, LiveEventsOptions]>([
    ['events', { mostEvents: 3 }],
    ['bytes', { mostBytes: 1_300 }],
  ])('are bounded by %s: whoever is behind must read the log', async (_, options) => {
    const { add, readFrom } = given('aaaaaa', options);
    await add(0, 1, 2, 3, 4, 5);
    expect(readFrom(20n)).toBeNull();
    expect(readFrom(30n)).toEqual([3, 4, 5]);
  });

  it('are proved by a read of their stream where its head was forgotten', async () => {
    const { log, add, readFrom } = given('abcabc', { mostHeads: 2 });
    expect(await add(0, 1, 2, 3, 5)).toEqual([true, true, true, true, true]);
    expect(readFrom(-1n)).toEqual([0, 1, 2, 3, 5]);
    expect(log.reads).toBe(1);
  });
});
