import { randomUUID } from 'node:crypto';
import {
  accountStream,
  userStream,
  type AccessEvent,
  type AccountId,
  type SessionId,
  type UserId,
} from '@cotejo/access-contracts';
import type { EventStore, Subscription } from '@cotejo/event-store';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import { LiveHub, TopicRegistry } from '@cotejo/live/server';
import { onWire, Outbound } from '@cotejo/rooms/server';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { accessEventToAppend } from '../people/access-event-to-append.ts';
import { AccessState } from './access-state.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Milliseconds for which a node may send data after the right was lost; beyond that it pauses. */
const MOST_LAG = 1_000;
const PEOPLE = 3;
const ACCOUNT = randomUUID() as AccountId;

/** Blocks callers while it is shut. */
class Gate {
  private waiting: (() => void)[] = [];
  isShut = false;
  open(): void {
    this.isShut = false;
    for (const goOn of this.waiting.splice(0)) goOn();
  }
  async pass(): Promise<void> {
    while (this.isShut) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}

/** The store as seen by a node whose connection may stall. */
const behind = (store: EventStore, gate: Gate): Pick<EventStore, 'subscribe'> => ({
  async subscribe(options): Promise<Subscription> {
    const following = await store.subscribe({
      ...options,
      onEvents: async (events) => {
        await gate.pass();
        await options.onEvents(events);
      },
    });
    return {
      close: () => following.close(),
      caughtUp: async () => {
        await gate.pass();
        await following.caughtUp();
        // The answer may be delayed too: then it does not cover later commits.
        await gate.pass();
      },
    };
  },
});

interface Seen {
  readonly edit: number;
  readonly at: number;
}

/** A node with all users in a room and on a feed, beside other nodes that write to the same log. */
class World {
  readonly store = createMemoryEventStore();
  /** Gates of the access log and of edits. */
  readonly gates = { access: new Gate(), edits: new Gate() };
  readonly people = Array.from({ length: PEOPLE }, () => ({
    user: randomUUID() as UserId,
    session: randomUUID() as SessionId,
    room: [] as Seen[],
    feed: [] as Seen[],
    isHere: true,
    /** Number of edits when the right was withdrawn, and the time. */
    withdrawn: null as { readonly after: number; readonly at: number } | null,
  }));
  edits = 0;
  /** Number of edits that this node has read. */
  private known = 0;
  private wake: () => void = () => undefined;
  private readonly outs = new Map<string, Outbound>();
  private readonly state: AccessState;
  private readonly hub: LiveHub<{ userId: string; sessionId: string | null }>;
  private following: Subscription | null = null;

  constructor() {
    const store = { ...behind(this.store, this.gates.access) } as EventStore;
    this.state = new AccessState({
      store,
      now: () => new Date(),
      people: { people: async () => [], accounts: async () => [] },
      log: { warn: () => undefined },
      mostLag: MOST_LAG,
      mostPause: 3_600_000,
    });
    const topics = new TopicRegistry<{ userId: string; sessionId: string | null }>().register({
      name: 'edits',
      permission: null,
      wakeOn: [],
      authorize: () => true,
      head: async () => this.known - 1,
      readAfter: async (_, __, cursor) => {
        const rows = Array.from({ length: this.known - 1 - cursor }, (___, at) => cursor + 1 + at);
        return { rows, cursor: this.known - 1 };
      },
    });
    this.hub = new LiveHub({
      topics,
      wake: {
        onProjected: (listener) => {
          this.wake = () => listener(null);
          return () => undefined;
        },
      },
      log: { warn: () => undefined },
      pause: this.state,
    });
  }

  async start(): Promise<void> {
    const { account } = { account: ACCOUNT };
    await this.say(accountStream(account), {
      type: 'AccountOpened',
      data: { account, edition: 'firm', demo: false },
    });
    for (const { user, session } of this.people) {
      const person = { role: 'auditor', userType: 'auditor', isSuperuser: false, groups: [] } as const;
      await this.say(userStream(user), {
        type: 'UserRegistered',
        data: { user, account, ...person, groups: [] },
      });
      const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
      await this.say(userStream(user), { type: 'SignedIn', data: { user, session, expiresAt } });
    }
    await this.state.start();
    for (const person of this.people) {
      const write = (message: Uint8Array) =>
        person.room.push({ edit: message.at(-1) ?? -1, at: Date.now() }) > 0;
      this.outs.set(
        person.session,
        new Outbound({
          wire: { writableLength: 0, write },
          bufferedBytes: 1_000_000,
          isOpen: () => person.isHere,
          isPaused: () => this.state.isPaused,
          onTooSlow: () => undefined,
        }),
      );
    }
    this.hub.attach({
      emit: (sockets, { rows }) => {
        for (const { feed } of this.people.filter(({ session }) => sockets.includes(session)))
          feed.push(...rows.map((edit) => ({ edit: Number(edit), at: Date.now() })));
      },
      revoke: () => undefined,
      end: () => undefined,
    });
    for (const { user, session } of this.people) {
      this.hub.connected(session, { userId: user, sessionId: session });
      await this.hub.follow(session, { topic: 'edits', key: 'k', cursor: -1 }, () => undefined);
    }
    // Wired as in the server.
    this.state.onSessionEnded((session) => this.leave(session));
    this.state.onAccessChanged(({ sessions }) => sessions.forEach((session) => this.leave(session)));
    this.state.onPause((isPaused) => {
      if (!isPaused) for (const out of this.outs.values()) out.release();
    });
    this.following = await behind(this.store, this.gates.edits).subscribe({
      after: null,
      filter: { streamPrefixes: ['audit-'] },
      onEvents: (events) => {
        for (const { data } of events) {
          this.known += 1;
          for (const out of this.outs.values()) out.post(onWire(Uint8Array.of(Number(data['edit']))));
        }
        this.wake();
      },
    });
  }

  /** An edit committed by another node. */
  async edit(): Promise<void> {
    const event = {
      id: randomUUID(),
      type: 'Edited',
      schemaVersion: 1,
      data: { edit: this.edits++ },
      meta: { actor: 'u', at: new Date().toISOString(), account: ACCOUNT },
    };
    await this.store.append({ stream: 'audit-1', expected: 'any', events: [event] });
  }

  /** An administrator's decision committed by another node. */
  async withdraw(which: number): Promise<void> {
    const person = this.people[which];
    if (!person || person.withdrawn) return;
    person.withdrawn = { after: this.edits, at: Date.now() };
    const because = { code: 'security', note: null } as const;
    await this.say(userStream(person.user), { type: 'UserLocked', data: { user: person.user, because } });
  }

  async stop(): Promise<void> {
    for (const gate of Object.values(this.gates)) gate.open();
    await Promise.all([this.following?.close(), this.hub.close(), this.state.stop()]);
    await this.store.close();
  }

  private leave(session: string): void {
    this.outs.get(session)?.drop();
    this.outs.delete(session);
    this.hub.closeSession(session);
    for (const person of this.people) if (person.session === session) person.isHere = false;
  }

  private async say(stream: string, event: AccessEvent): Promise<void> {
    const by = { actor: 'system:test', account: ACCOUNT, now: new Date() };
    await this.store.append({ stream, expected: 'any', events: [accessEventToAppend(event, by)] });
  }
}

const way = fc.constantFrom('access' as const, 'edits' as const);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('edit' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('withdraw' as const), who: fc.nat({ max: PEOPLE - 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('stall' as const), way }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('go on' as const), way }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 2_500 }) }),
  },
);

it('tells nobody what was committed after they lost the right, and everybody else all of it, in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const world = new World();
      await world.start();
      for (const one of steps) {
        if (one.what === 'edit') await world.edit();
        else if (one.what === 'withdraw') await world.withdraw(one.who);
        else if (one.what === 'stall') world.gates[one.way].isShut = true;
        else if (one.what === 'go on') world.gates[one.way].open();
        else await vi.advanceTimersByTimeAsync(one.ms);
      }
      for (const gate of Object.values(world.gates)) gate.open();
      await vi.advanceTimersByTimeAsync(5_000);
      for (const { withdrawn, room, feed } of world.people) {
        for (const seen of [room, feed]) {
          expect(seen.map(({ edit }) => edit)).toEqual(seen.map((_, at) => at));
          if (withdrawn === null) expect(seen).toHaveLength(world.edits);
          else {
            const wrongly = seen.filter(
              ({ edit, at }) => edit >= withdrawn.after && at > withdrawn.at + MOST_LAG,
            );
            expect(wrongly).toEqual([]);
          }
        }
      }
      await world.stop();
    }),
    { numRuns: 200 },
  );
});
