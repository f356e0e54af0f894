import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outcome } from '../protocol.ts';
import { memoryOutboxStore } from './outbox-store.ts';
import { frameOf } from './outbox-entries.ts';
import { Outbox } from './outbox.ts';
import { openRoomDatabase } from './room-database.ts';
import { indexedOutboxStore } from './indexed-outbox-store.ts';
import { simulatedChannels } from '../testing/simulated-channels.ts';
import { hearOtherTabs, type Channels } from './other-tabs.ts';
import { unsentWork, wipeCaches } from './wipe-caches.ts';
import type { Locks } from './session-ownership.ts';

/** Locks as browsers implement them: one holder per name, other requests queue. */
function fakeLocks(): Locks {
  const tails = new Map<string, Promise<unknown>>();
  const request = async (name: string, options: LockOptions, run: () => Promise<unknown>) => {
    const before = tails.get(name) ?? Promise.resolve();
    const aborted = new Promise<never>((_, reject) =>
      options.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    );
    aborted.catch(() => undefined);
    const turn = before.then(() => (options.signal?.aborted ? undefined : run()));
    tails.set(
      name,
      turn.catch(() => undefined),
    );
    await Promise.race([before, aborted]);
    return turn;
  };
  return { request: request as Locks['request'] };
}

const ok: Outcome = { ok: true };
const until = (check: () => void) => vi.waitFor(check, { interval: 5 });
let user: string;
let locks: Locks;
beforeEach(() => {
  user = randomUUID();
  locks = fakeLocks();
});

const page = (options: { locks?: Locks | null; now?: () => number; channels?: Channels } = {}) =>
  Outbox.open({ user, room: 'pairs/1', locks, ...options });
const add = (outbox: Outbox, key: string, base = 0) =>
  outbox.add({ kind: 'set', key }, base, `label of ${key}`);
const keys = (outbox: Outbox) => outbox.pending.map((one) => one.intent['key']);
const answer = (
  outbox: Outbox,
  of: { session: string; seq: number },
  outcome: Outcome,
  version: number,
  base: number,
) => outbox.answer({ t: 'answer', session: of.session, seq: of.seq, outcome, version }, base);

describe.each(['locks', 'heartbeats'])('an outbox, with %s', (kind) => {
  const options = () => ({ locks: kind === 'locks' ? locks : null });

  it('survives a reload with its order, its session and what the person saw', async () => {
    const before = await page(options());
    const made = ['a', 'b', 'c'].map((key, index) => add(before, key, index));
    await before.close();
    const after = await page(options());
    expect(after.pending).toEqual(made);
    expect(after.session).not.toBe(before.session);
    // New work comes after the old, under a session of its own.
    expect(add(after, 'd')).toMatchObject({ session: after.session, seq: 0 });
    expect(keys(after)).toEqual(['a', 'b', 'c', 'd']);
    await after.close();
    const last = await page(options());
    expect(keys(last)).toEqual(['a', 'b', 'c', 'd']);
    await last.close();
  });

  it('leaves the work of a page that is open to that page', async () => {
    const first = await page(options());
    add(first, 'a');
    await first.flushed();
    const second = await page(options());
    expect(keys(second)).toEqual([]);
    await first.close();
    if (kind === 'locks') await until(() => expect(keys(second)).toEqual(['a']));
    await second.close();
  });

  it('forgets an inherited session once its work is done', async () => {
    const before = await page(options());
    const made = add(before, 'a');
    await before.close();
    const after = await page(options());
    answer(after, made, ok, 5, 5);
    await until(() => expect(after.confirmable()).toEqual([{ session: made.session, upTo: 0 }]));
    await after.close();
    const database = await openRoomDatabase(user);
    expect(await database?.getAll('sessions')).toEqual([]);
    database?.close();
  });
});

describe('an outbox', () => {
  it('takes over from a page that fell silent, when there are no locks', async () => {
    let now = 1_000_000;
    const store = async () => indexedOutboxStore((await openRoomDatabase(user))!, () => undefined);
    const crashed = await Outbox.open({
      user,
      room: 'pairs/1',
      locks: null,
      now: () => now,
      store: await store(),
    });
    add(crashed, 'a');
    await crashed.flushed();
    now += 60_000;
    const early = await Outbox.open({
      user,
      room: 'pairs/1',
      locks: null,
      now: () => now,
      store: await store(),
    });
    expect(keys(early)).toEqual([]);
    now += 120_000;
    const late = await Outbox.open({
      user,
      room: 'pairs/1',
      locks: null,
      now: () => now,
      store: await store(),
    });
    expect(keys(late)).toEqual(['a']);
    await Promise.all([early.close(), late.close(), crashed.close()]);
  });

  it('keeps an answered intent until the base has its version', async () => {
    const outbox = await page();
    const made = add(outbox, 'a');
    answer(outbox, made, ok, 7, 6);
    expect(keys(outbox)).toEqual(['a']);
    expect(outbox.unansweredCount).toBe(0);
    void outbox.settle(6);
    expect(keys(outbox)).toEqual(['a']);
    void outbox.settle(7);
    expect(keys(outbox)).toEqual([]);
    await outbox.close();
  });

  it('remembers over a reload that an intent was answered', async () => {
    const before = await page();
    answer(before, add(before, 'a'), ok, 7, 6);
    await before.close();
    const after = await page();
    expect(after.pending).toMatchObject([{ answer: { version: 7 } }]);
    expect(after.unansweredCount).toBe(0);
    await after.close();
  });

  it('confirms only what is answered without a gap, and stored', async () => {
    const outbox = await page();
    const [a, b, c] = [add(outbox, 'a'), add(outbox, 'b'), add(outbox, 'c')];
    answer(outbox, c, ok, 1, 1);
    answer(outbox, a, ok, 2, 2);
    expect(outbox.confirmable()).toEqual([]);
    await outbox.flushed();
    await until(() => expect(outbox.confirmable()).toEqual([{ session: a.session, upTo: 0 }]));
    answer(outbox, b, ok, 3, 3);
    await until(() => expect(outbox.confirmable()).toEqual([{ session: a.session, upTo: 2 }]));
    await outbox.close();
  });

  it('is told twice and counts once', async () => {
    const outbox = await page();
    const made = add(outbox, 'a');
    const settled = vi.fn();
    outbox.onSettled(settled);
    answer(outbox, made, { ok: false, code: 'no' }, 1, 1);
    answer(outbox, made, { ok: false, code: 'no' }, 1, 1);
    expect(settled).toHaveBeenCalledTimes(1);
    expect(outbox.tray).toHaveLength(1);
    await outbox.close();
  });

  it('keeps refused work, with what it was about, until it is discarded', async () => {
    const before = await page();
    answer(before, add(before, 'a', 3), { ok: false, code: 'stale', params: { n: 2 } }, 4, 4);
    await before.close();
    const after = await page();
    expect(after.pending).toEqual([]);
    expect(after.tray).toMatchObject([
      { intent: { kind: 'set', key: 'a' }, base: 3, label: 'label of a', code: 'stale', params: { n: 2 } },
    ]);
    after.discard(after.tray);
    await after.close();
    const last = await page();
    expect(last.tray).toEqual([]);
    await last.close();
  });

  it('works without storage, and says that nothing would survive', async () => {
    const outbox = await Outbox.open({ user, room: 'pairs/1', locks: null, store: memoryOutboxStore() });
    add(outbox, 'a');
    expect([keys(outbox), outbox.durable]).toEqual([['a'], false]);
    await outbox.close();
  });

  it('goes on in memory when the browser stops storing, and says so', async () => {
    const database = (await openRoomDatabase(user))!;
    const outbox = await Outbox.open({
      user,
      room: 'pairs/1',
      locks: null,
      store: indexedOutboxStore(database, () => undefined),
    });
    expect(outbox.durable).toBe(true);
    database.close();
    add(outbox, 'a');
    await outbox.flushed();
    expect([keys(outbox), outbox.durable]).toEqual([['a'], false]);
    await outbox.close();
  });
});

describe('the tabs of one person', () => {
  const refuse = (outbox: Outbox, key: string) =>
    answer(outbox, add(outbox, key), { ok: false, code: 'no' }, 1, 1);
  const refused = (outbox: Outbox) => new Set(outbox.tray.map((one) => one.intent['key']));

  it('share one tray', async () => {
    const channels = simulatedChannels();
    const [one, two] = [await page({ channels }), await page({ channels })];
    refuse(one, 'a');
    refuse(two, 'b');
    await until(() =>
      expect([refused(one), refused(two)]).toEqual([new Set(['a', 'b']), new Set(['a', 'b'])]),
    );
    const told = vi.fn();
    two.onChange(told);
    one.discard(one.tray);
    expect(refused(one)).toEqual(new Set());
    await until(() => expect(refused(two)).toEqual(new Set()));
    expect(told).toHaveBeenCalled();
    await Promise.all([one.close(), two.close()]);
    const later = await page({ channels });
    expect(refused(later)).toEqual(new Set());
    await later.close();
  });

  it('keep what the other does not know yet', async () => {
    const channels = simulatedChannels();
    const [one, two] = [await page({ channels }), await page({ channels })];
    refuse(one, 'a');
    refuse(two, 'b');
    refuse(two, 'c');
    expect(refused(two)).toEqual(new Set(['b', 'c']));
    await until(() => expect(refused(two)).toEqual(new Set(['a', 'b', 'c'])));
    await Promise.all([one.close(), two.close()]);
  });

  it('of which one closes: another one goes on with its work, in order and before its own', async () => {
    const channels = simulatedChannels();
    const [one, two] = [await page({ channels }), await page({ channels })];
    for (const key of ['a', 'b']) add(one, key);
    await one.flushed();
    add(two, 'c');
    expect(keys(two)).toEqual(['c']);
    await one.close();
    await until(() => expect(keys(two)).toEqual(['a', 'b', 'c']));
    await two.close();
  });
});

describe('work whose page went before it could say that it was there', () => {
  it('is found all the same', async () => {
    const before = await page();
    const made = add(before, 'a');
    await before.close();
    const database = (await openRoomDatabase(user))!;
    await database.clear('sessions');
    database.close();
    const after = await page();
    expect(after.pending).toEqual([made]);
    await after.close();
  });
});

describe('a browser that stops storing', () => {
  const failing = async () => {
    const database = (await openRoomDatabase(user))!;
    const told = vi.fn();
    const outbox = await Outbox.open({
      user,
      room: 'pairs/1',
      locks,
      store: indexedOutboxStore(database, told),
    });
    return { database, outbox, told };
  };

  it('has its answers kept by the server: what it stored before comes back', async () => {
    const { database, outbox } = await failing();
    const made = add(outbox, 'a');
    await outbox.flushed();
    database.close();
    answer(outbox, made, ok, 1, 1);
    await outbox.flushed();
    expect([keys(outbox), outbox.confirmable()]).toEqual([[], []]);
    await outbox.close();
    const after = await page();
    expect(keys(after)).toEqual(['a']);
    await after.close();
  });

  it('only for a moment loses nothing', async () => {
    const database = (await openRoomDatabase(user))!;
    const told = vi.fn();
    const reopen = () => openRoomDatabase(user);
    const outbox = await Outbox.open({
      user,
      room: 'pairs/1',
      locks,
      store: indexedOutboxStore(database, told, reopen),
    });
    database.close();
    const made = add(outbox, 'a');
    await outbox.flushed();
    expect([outbox.durable, told.mock.calls.length]).toEqual([true, 0]);
    await outbox.close();
    const after = await page();
    expect(after.pending).toEqual([made]);
    await after.close();
  });

  it('because the person signed out elsewhere stores nothing of them again', async () => {
    const outbox = await page();
    add(outbox, 'a');
    await outbox.flushed();
    await wipeCaches(user);
    add(outbox, 'b');
    await outbox.flushed();
    expect([keys(outbox), outbox.durable]).toEqual([['a', 'b'], false]);
    expect(await unsentWork(user)).toEqual([]);
    await outbox.close();
  });

  it('keeps the tray as this page knows it, and says it once', async () => {
    const channels = simulatedChannels();
    const database = (await openRoomDatabase(user))!;
    const told = vi.fn();
    const store = indexedOutboxStore(database, told);
    const outbox = await Outbox.open({ user, room: 'pairs/1', locks, channels, store });
    answer(outbox, add(outbox, 'a'), { ok: false, code: 'no' }, 1, 1);
    await outbox.flushed();
    database.close();
    answer(outbox, add(outbox, 'b'), { ok: false, code: 'no' }, 2, 2);
    add(outbox, 'c');
    await outbox.flushed();
    // Another tab, whose storage still works, announces a change of the tray.
    hearOtherTabs(`cotejo-outbox:${user}:pairs/1`, () => undefined, channels).tell();
    await outbox.flushed();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([outbox.tray.length, keys(outbox), outbox.durable]).toEqual([2, ['c'], false]);
    expect(told).toHaveBeenCalledTimes(1);
    await outbox.close();
  });

  it('from the start keeps nothing, and says so', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('no', 'SecurityError');
      },
    });
    try {
      const outbox = await page();
      add(outbox, 'a');
      expect([outbox.durable, keys(outbox)]).toEqual([false, ['a']]);
      await outbox.close();
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('the version of what was asked', () => {
  it('stays with it through storage, sending and the tray; the first goes without saying', async () => {
    const store = memoryOutboxStore();
    const open = (schemaOf?: (kind: string) => number) =>
      Outbox.open({ user, room: 'pairs/1', locks, store, ...(schemaOf && { schemaOf }) });
    const before = await open();
    const first = add(before, 'a');
    await before.close();
    const after = await open((kind) => (kind === 'set' ? 3 : 1));
    const third = add(after, 'b');
    expect(after.pending.map(frameOf).map(({ schema }) => schema)).toEqual([undefined, 3]);
    expect(frameOf(first)).not.toHaveProperty('schema');
    for (const one of [first, third]) answer(after, one, { ok: false, code: 'no' }, 1, 1);
    expect(after.tray.map(({ schema }) => schema)).toEqual([undefined, 3]);
    await after.close();
  });
});
