import { expect, it, vi } from 'vitest';
import { EventStoreError, type Position, type RecordedEvent } from '../port.ts';
import { fate, newEvent, newEvents, newStream, readWhole, givenLog, type Subject } from './subject.ts';

const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);

export function specifyFollowing(subject: Subject): void {
  const given = givenLog(subject);

  it('36 resumes strictly after its checkpoint', async () => {
    const before = await given.store.append({
      stream: newStream(),
      expected: 'no-stream',
      events: newEvents(2),
    });
    const events = newEvents(3);
    await given.store.append({ stream: newStream(), expected: 'no-stream', events });
    const seen: RecordedEvent[] = [];
    const following = await given.store.subscribe({
      after: before.position,
      onEvents: (page) => void seen.push(...page),
    });
    await following.caughtUp();
    await following.close();
    expect(idsOf(seen)).toEqual(idsOf(events));
  });

  it('36 starts at the head when asked to', async () => {
    await given.store.append({ stream: newStream(), expected: 'no-stream', events: newEvents(2) });
    const seen: RecordedEvent[] = [];
    const following = await given.store.subscribe({
      after: 'head',
      onEvents: (page) => void seen.push(...page),
    });
    const events = newEvents(2);
    await given.store.append({ stream: newStream(), expected: 'no-stream', events });
    await following.caughtUp();
    expect(idsOf(seen)).toEqual(idsOf(events));
    await following.close();
  });

  it('37 passes from catching up to live without a gap while others write', async () => {
    const stream = newStream();
    for (let n = 0; n < 50; n++) await given.store.append({ stream, expected: 'any', events: newEvents(30) });
    let isWriting = true;
    const writing = (async () => {
      while (isWriting) await given.store.append({ stream, expected: 'any', events: newEvents(2) });
    })();
    const seen: RecordedEvent[] = [];
    const following = await given.log
      .open()
      .subscribe({ after: null, onEvents: (page) => void seen.push(...page) });
    await following.caughtUp();
    isWriting = false;
    await writing;
    await following.caughtUp();
    await following.close();
    expect(idsOf(seen)).toEqual(idsOf(await readWhole(given.store)));
  });

  it('37 39 shows several followers of a node, wherever each began and however slow, all of it once', async () => {
    const store = given.log.open();
    const streams = ['left', 'right'].map((prefix) => newStream(prefix));
    const write = async (rounds: number) => {
      for (let n = 0; n < rounds; n++)
        for (const stream of streams) await store.append({ stream, expected: 'any', events: newEvents(20) });
    };
    await write(5);
    const { next: middle } = await store.readAll(null, { limit: 60 });
    const followers = await Promise.all(
      [
        { after: null, filter: undefined, slow: false },
        { after: null, filter: { streamPrefixes: ['right-'] }, slow: true },
        { after: middle, filter: undefined, slow: true },
        { after: middle, filter: { streamPrefixes: ['left-'] }, slow: false },
      ].map(async ({ after, filter, slow }) => {
        const seen: RecordedEvent[] = [];
        const following = await store.subscribe({
          after,
          filter,
          onEvents: async (page) => {
            if (slow) await new Promise((resume) => setTimeout(resume, 10));
            seen.push(...page);
          },
        });
        return { after, filter, seen, following };
      }),
    );
    await write(25);
    for (const { after, filter, seen, following } of followers) {
      await following.caughtUp();
      const expected = (await readWhole(store, { after })).filter(
        ({ stream }) => !filter || filter.streamPrefixes.some((prefix) => stream.startsWith(prefix)),
      );
      expect(idsOf(seen)).toEqual(idsOf(expected));
      await following.close();
    }
  });

  it('38 moves on over a stretch that its filter hides, longer than any page', async () => {
    const log = await subject.create();
    const store = log.open();
    for (let n = 0; n < 11; n++)
      await store.append({ stream: 'hidden', expected: 'any', events: newEvents(1_000) });
    const shown = await store.append({ stream: 'shown', expected: -1n, events: newEvents(2) });
    const seen: RecordedEvent[] = [];
    const checkpoints: Position[] = [];
    const following = await store.subscribe({
      after: null,
      filter: { streamPrefixes: ['shown'] },
      onEvents: (page) => void seen.push(...page),
      onCheckpoint: (position) => void checkpoints.push(position),
    });
    await following.caughtUp();
    expect(seen.map(({ stream, version }) => [stream, version])).toEqual([
      ['shown', 0n],
      ['shown', 1n],
    ]);
    expect(checkpoints.at(-1)).toBe(shown.position);
    await store.close();
    await log.drop();
  });

  it('38 moves its checkpoint on while its filter hides everything', async () => {
    const checkpoints: Position[] = [];
    const onEvents = vi.fn<() => void>();
    const following = await given.store.subscribe({
      after: 'head',
      filter: { streamPrefixes: ['nobody-'] },
      onEvents,
      onCheckpoint: (position) => void checkpoints.push(position),
    });
    const { position } = await given.store.append({
      stream: newStream(),
      expected: -1n,
      events: newEvents(3),
    });
    await following.caughtUp();
    await following.close();
    expect(checkpoints.at(-1)).toBe(position);
    expect(onEvents).not.toHaveBeenCalled();
  });

  it('39 hands a slow consumer one page at a time and drops nothing', async () => {
    const log = await subject.create();
    const store = log.open();
    for (let n = 0n; n < 3n; n++)
      await store.append({ stream: `s-${n}`, expected: -1n, events: newEvents(700) });
    const seen: RecordedEvent[] = [];
    let running = 0;
    let atOnce = 0;
    let longest = 0;
    const following = await store.subscribe({
      after: null,
      onEvents: async (page) => {
        atOnce = Math.max(atOnce, ++running);
        longest = Math.max(longest, page.length);
        await new Promise((resume) => setTimeout(resume, 5));
        seen.push(...page);
        running -= 1;
      },
    });
    await following.caughtUp();
    expect(atOnce).toBe(1);
    expect(longest).toBeLessThanOrEqual(1_000);
    expect(idsOf(seen)).toEqual(idsOf(await readWhole(store)));
    await store.close();
    await log.drop();
  });

  it('gives the same events again, in order, to a consumer that failed', async () => {
    const seen: string[] = [];
    const faults: EventStoreError[] = [];
    let failures = 2;
    const following = await given.store.subscribe({
      after: 'head',
      onEvents: (events) => {
        if (failures-- > 0) throw new Error('not yet');
        seen.push(...idsOf(events));
      },
      onFault: (fault) => void faults.push(fault),
    });
    const events = newEvents(2);
    const stream = newStream();
    await given.store.append({ stream, expected: 'no-stream', events });
    await given.store.append({ stream, expected: 1n, events: events.map((event) => newEvent(event.data)) });
    await following.caughtUp();
    await following.close();
    expect(seen).toHaveLength(4);
    expect(seen.slice(0, 2)).toEqual(idsOf(events));
    expect(faults).toHaveLength(2);
    expect(faults[0]?.details.cause).toEqual(new Error('not yet'));
  });

  it('is told nothing more once closed', async () => {
    const onEvents = vi.fn<() => void>();
    const following = await given.store.subscribe({ after: 'head', onEvents });
    await following.close();
    await given.store.append({ stream: newStream(), expected: 'no-stream', events: newEvents(1) });
    expect(await fate(following.caughtUp())).toBe('closed');
    expect(onEvents).not.toHaveBeenCalled();
  });

  it('50 refuses a checkpoint ahead of the log', async () => {
    const { position } = await given.store.append({
      stream: newStream(),
      expected: -1n,
      events: newEvents(1),
    });
    const log = await subject.create();
    const store = log.open();
    expect(await fate(store.subscribe({ after: position, onEvents: () => undefined }))).toBe('invalid');
    await store.close();
    await log.drop();
  });
}
