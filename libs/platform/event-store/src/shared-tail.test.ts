import { describe, expect, it, vi } from 'vitest';
import { newEvent, newStream } from './conformance/subject.ts';
import { follow, type Tail } from './follow.ts';
import { createMemoryEventStore } from './memory/memory-event-store.ts';
import { EventStoreError, type EventStore, type Position, type RecordedEvent } from './port.ts';
import { comparePositions } from './position.ts';
import { SharedTail, type SharedTailOptions } from './shared-tail.ts';

/** A log that counts reads, with a notification and a switch that makes it fail. */
class CountedLog {
  readonly store: EventStore = createMemoryEventStore();
  pages = 0;
  fault: EventStoreError | undefined;
  /** Blocks the shared reader, which reads without a filter, inside a page. */
  isBusy = false;
  private written = 0;
  private readonly bell = new EventTarget();

  readonly source: Tail = {
    readPage: async (after, filter) => {
      this.pages += 1;
      if (this.fault) throw this.fault;
      if (this.isBusy && filter === undefined) return new Promise(() => undefined);
      return this.store.readAll(after, { filter });
    },
    head: async () => {
      let head: Position | null = null;
      for (let atEnd = false; !atEnd;) ({ next: head, atEnd } = await this.store.readAll(head));
      return head;
    },
    waitBeyond: async (after, signal) => {
      if (this.written > Number(after ?? 0)) return;
      await new Promise<void>((resolve) => {
        this.bell.addEventListener('ring', () => resolve(), { once: true });
        signal.addEventListener('abort', () => resolve());
      });
    },
  };

  ring(): void {
    this.bell.dispatchEvent(new Event('ring'));
  }

  async append(stream = newStream(), count = 1, text = ''): Promise<void> {
    const events = Array.from({ length: count }, (_, n) => newEvent({ n, text }));
    await this.store.append({ stream, expected: 'any', events });
    this.written += count;
    this.ring();
  }
}

const given = (options?: SharedTailOptions) => {
  const log = new CountedLog();
  const tail = new SharedTail(log.source, options);
  const follower = async (
    part: Partial<Parameters<typeof follow>[1]> = {},
  ): Promise<{ seen: RecordedEvent[]; following: Awaited<ReturnType<typeof follow>> }> => {
    const seen: RecordedEvent[] = [];
    const onEvents = (events: readonly RecordedEvent[]) => void seen.push(...events);
    const following = await follow(tail, { after: null, onEvents, ...part }, () => undefined);
    return { seen, following };
  };
  return { log, tail, follower };
};

describe('a quick follower', () => {
  it('is caught up while the reader of all others is held up by what it has to read', async () => {
    const { log, tail, follower: shared } = given();
    const seen: string[] = [];
    const following = await follow(
      tail.beside(log.source),
      {
        after: null,
        quick: true,
        filter: { streamPrefixes: ['account-'] },
        onEvents: (events) => void seen.push(...events.map(({ stream }) => stream)),
      },
      () => undefined,
    );
    const slow = await shared();
    await log.append('audit-1');
    await following.caughtUp();
    log.isBusy = true;
    for (let n = 0; n < 20; n++) await log.append('audit-1', 500);
    await log.append('account-1');
    await following.caughtUp();
    expect(seen).toEqual(['account-1']);
    await log.append('account-2');
    await following.caughtUp();
    expect(seen).toEqual(['account-1', 'account-2']);
    expect(slow.seen.length).toBeLessThan(10_000);
    await following.close();
  });

  it('waits like any other where its tail has no reader of its own', async () => {
    const { log, tail } = given();
    const onEvents = vi.fn();
    const following = await follow(tail, { after: null, quick: true, onEvents }, () => undefined);
    await log.append('audit-1');
    const [first, second] = [following.caughtUp(), following.caughtUp()];
    await log.append('audit-1');
    await Promise.all([first, second, following.caughtUp()]);
    expect(onEvents).toHaveBeenCalled();
    await following.close();
  });

  it('is served from memory while the shared reader keeps up', async () => {
    const { log, tail } = given();
    const pages = vi.spyOn(log.source, 'readPage');
    const options = { after: null, quick: true, filter: { streamPrefixes: ['account-'] }, onEvents: vi.fn() };
    const following = await follow(tail.beside(log.source), options, () => undefined);
    await vi.waitFor(() => expect(pages.mock.calls.some(([, filter]) => filter === undefined)).toBe(true));
    await new Promise((resolve) => setImmediate(resolve));
    pages.mockClear();
    await log.append('account-1');
    await vi.waitFor(() => expect(options.onEvents).toHaveBeenCalledOnce());
    expect(pages.mock.calls.filter(([, filter]) => filter !== undefined)).toEqual([]);
    await following.close();
  });
});

const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);
const wholeOf = async (log: CountedLog) => (await log.store.readAll(null, { limit: 100_000 })).events;

describe('the shared tail', () => {
  it('reads the log once for all followers that keep up', async () => {
    const { log, tail, follower } = given();
    const followers = await Promise.all(Array.from({ length: 10 }, () => follower()));
    await Promise.all(followers.map(({ following }) => following.caughtUp()));
    await log.append();
    await vi.waitFor(() => followers.forEach(({ seen }) => expect(seen).toHaveLength(1)));
    const before = log.pages;
    for (let n = 0; n < 5; n++) {
      await log.append();
      await vi.waitFor(() => followers.forEach(({ seen }) => expect(seen).toHaveLength(n + 2)));
    }
    expect(log.pages - before).toBeLessThanOrEqual(10);
    for (const { seen } of followers) expect(idsOf(seen)).toEqual(idsOf(await wholeOf(log)));
    await Promise.all(followers.map(({ following }) => following.close()));
    await tail.rest();
  });

  it('gives each follower what its filter lets through, and moves on over the rest', async () => {
    const { log, tail, follower } = given();
    const checkpoints: Position[] = [];
    const mine = await follower({ filter: { streamPrefixes: ['mine-'] } });
    const none = await follower({
      filter: { types: ['Unheard'] },
      onCheckpoint: (position) => void checkpoints.push(position),
    });
    await Promise.all([mine.following.caughtUp(), none.following.caughtUp()]);
    for (const stream of ['mine-1', 'other', 'mine-2', 'other']) await log.append(stream);
    await vi.waitFor(() => expect(checkpoints.at(-1)).toBe('4'));
    expect(mine.seen.map(({ stream }) => stream)).toEqual(['mine-1', 'mine-2']);
    expect(none.seen).toEqual([]);
    await Promise.all([mine.following.close(), none.following.close()]);
    await tail.rest();
  });

  it.each<[string, SharedTailOptions, number, string]>([
    ['events', { mostEvents: 50 }, 60, ''],
    ['bytes', { mostBytes: 40_000 }, 20, 'x'.repeat(10_000)],
  ])(
    'lets a slow follower fall out of its few %s and catch up by itself',
    async (_, options, count, text) => {
      const { log, tail, follower } = given(options);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const slow: RecordedEvent[] = [];
      const { following } = await follower({
        onEvents: async (events) => {
          await held;
          slow.push(...events);
        },
      });
      const quick = await follower();
      await log.append('s', 1);
      for (let n = 0; n < 5; n++) {
        await log.append('s', count, text);
        await vi.waitFor(() => expect(quick.seen).toHaveLength(1 + (n + 1) * count));
      }
      expect(slow).toEqual([]);
      release();
      await following.caughtUp();
      expect(idsOf(slow)).toEqual(idsOf(await wholeOf(log)));
      expect(idsOf(quick.seen)).toEqual(idsOf(slow));
      await Promise.all([following.close(), quick.following.close()]);
      await tail.rest();
    },
  );

  it('hands long stretches over in pages', async () => {
    const { log, tail, follower } = given();
    const sizes: number[] = [];
    const { following } = await follower({ onEvents: (events) => void sizes.push(events.length) });
    await following.caughtUp();
    await log.append('s', 1);
    await vi.waitFor(() => expect(sizes).toEqual([1]));
    await log.append('s', 1_200);
    await following.caughtUp();
    expect(Math.max(...sizes)).toBe(500);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(1_201);
    await following.close();
    await tail.rest();
  });

  it('tells every waiting follower of a fault and goes on when it is over', async () => {
    const { log, tail, follower } = given();
    const faults: string[] = [];
    const followers = await Promise.all(
      [1, 2].map(() => follower({ onFault: ({ message }) => void faults.push(message) })),
    );
    await Promise.all(followers.map(({ following }) => following.caughtUp()));
    await log.append();
    await vi.waitFor(() => followers.forEach(({ seen }) => expect(seen).toHaveLength(1)));
    log.fault = new EventStoreError('transient', 'gone');
    log.ring();
    await vi.waitFor(() => expect(faults.length).toBeGreaterThanOrEqual(2));
    log.fault = undefined;
    await log.append();
    await vi.waitFor(() => followers.forEach(({ seen }) => expect(seen).toHaveLength(2)));
    await Promise.all(followers.map(({ following }) => following.close()));
    await tail.rest();
  });

  it('hands an event that the store delivered late to each follower once, before the next one', async () => {
    const { log } = given();
    for (const stream of ['a', 'b', 'c', 'b']) await log.append(stream);
    const [first, left, third, last] = await wholeOf(log);
    if (!first || !left || !third || !last) throw new Error('four events were written');
    const pages = [[first], [third], [left, last]];
    const tail = new SharedTail({
      ...log.source,
      readPage: async (after) => {
        const events = pages.find((page) => comparePositions(page.at(-1)?.position ?? null, after) > 0) ?? [];
        return { events, next: events.at(-1)?.position ?? after, atEnd: events.length === 0 };
      },
    });
    const seen = [null, first.position, third.position].map(() => [] as RecordedEvent[]);
    const followers = await Promise.all(
      [null, first.position, third.position].map((after, n) =>
        follow(tail, { after, onEvents: (events) => void seen[n]?.push(...events) }, () => undefined),
      ),
    );
    await Promise.all(followers.map((following) => following.caughtUp()));
    expect(seen.map(idsOf)).toEqual([
      idsOf([first, third, left, last]),
      idsOf([third, left, last]),
      idsOf([left, last]),
    ]);
    await Promise.all(followers.map((following) => following.close()));
    await tail.rest();
  });

  it('reads nothing while it rests, and starts anew where the next follower stands', async () => {
    const { log, tail, follower } = given();
    const first = await follower();
    await first.following.caughtUp();
    await first.following.close();
    await tail.rest();
    const before = log.pages;
    await log.append('s', 3);
    expect(log.pages).toBe(before);
    const second = await follower({ after: 'head' });
    await log.append('s', 2);
    await vi.waitFor(() => expect(second.seen.map(({ version }) => version)).toEqual([3n, 4n]));
    await second.following.close();
    await tail.rest();
  });

  it('gives nothing twice when a read of before the rest ends after the next one began', async () => {
    const { log } = given();
    await log.append('box', 1);
    const [place] = await tailPositions(log);
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let reads = 0;
    const tail = new SharedTail({
      ...log.source,
      readPage: async (after, filter) => {
        const page = await log.source.readPage(after, filter);
        if (++reads === 1) await gate;
        return page;
      },
    });
    const ended = new AbortController();
    await log.append('box', 1);
    // The first reader has read but not resumed yet; its followers leave.
    const waiting = tail.waitBeyond(place ?? null, ended.signal);
    await vi.waitFor(() => expect(reads).toBe(1));
    ended.abort();
    await waiting;
    const resting = tail.rest();
    await tail.waitBeyond(place ?? null, new AbortController().signal);
    release();
    await resting;
    expect((await tail.readPage(place ?? null, undefined)).events).toHaveLength(1);
    await tail.rest();
  });
});

async function tailPositions(log: CountedLog): Promise<readonly Position[]> {
  return (await log.store.readAll(null)).events.map(({ position }) => position);
}
