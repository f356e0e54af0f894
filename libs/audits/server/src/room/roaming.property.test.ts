import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createAuditModel } from '@cotejo/audits-domain';
import { EventStoreError, type EventStore } from '@cotejo/event-store';
import type { AnswerFrame, IntentFrame } from '@cotejo/rooms/protocol';
import type { RawClient } from '@cotejo/rooms/testing';
import { PATIENCE_MS } from '@cotejo/testing';
import { commandIdOf } from './intents/command-identity.ts';
import { HotAudit } from './documents/hot-audit.ts';
import {
  AUDIT,
  bytesOf,
  createRisk,
  id,
  people,
  PHASE,
  PROCESS,
  rename,
  TestCluster,
  wrap,
  type Name,
  type TestNode,
} from './cluster.fixture.ts';

type Step =
  | { readonly do: 'intent'; readonly who: number; readonly intent: IntentFrame['intent'] }
  | { readonly do: 'cut' | 'hop' | 'wait' | 'turn-deaf'; readonly who: number }
  | { readonly do: 'crash'; readonly node: number }
  | { readonly do: 'compact'; readonly node: number };

const WHO: readonly Name[] = ['marta', 'julio', 'marta', 'gil'];
const ITEMS = [PHASE, PROCESS, ...[...Array(5).keys()].map((n) => id('r', n))];

const item = fc.constantFrom(...ITEMS);
const risk = fc.constantFrom(...ITEMS.slice(2));
const parent = fc.constantFrom(PROCESS, PROCESS, PHASE, id('r', 0));
const single: fc.Arbitrary<IntentFrame['intent']> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(4), parent).map(([n, under]) => createRisk(n, `riesgo ${n}`, under)),
  },
  { weight: 6, arbitrary: fc.tuple(item, fc.nat(99)).map(([a, n]) => rename(a, `nombre ${n}`)) },
  {
    weight: 2,
    arbitrary: fc.tuple(item, parent).map(([a, to]) => ({ kind: 'move_item', id: a, parent: to })),
  },
  risk.map((a) => ({ kind: 'delete_item', id: a })),
  { weight: 2, arbitrary: risk.map((a) => ({ kind: 'restore_item', id: a })) },
  fc
    .tuple(risk, fc.constantFrom(people.julio.user, null))
    .map(([a, assignee]) => ({ kind: 'assign_item', id: a, assignee })),
  fc.constantFrom({ kind: 'drop_table' }, { kind: 'rename_item', id: 5 }),
);
const batch: fc.Arbitrary<IntentFrame['intent']> = fc
  .array(single, { minLength: 1, maxLength: 4 })
  .map((intents) => ({ kind: 'batch', parts: intents.map((one) => ({ schema: 1, intent: one })) }));
const intent = fc.oneof({ weight: 5, arbitrary: single }, { weight: 1, arbitrary: batch });
const who = fc.nat(WHO.length - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('intent' as const), who, intent }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('cut' as const, 'hop' as const, 'wait' as const, 'turn-deaf' as const),
      who,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('crash', 'compact'), node: fc.nat(1) }),
  },
);

/** A client with a minimal outbox: it resends everything unanswered on every connection. */
class Person {
  document = new Y.Doc();
  readonly outbox: {
    readonly intent: IntentFrame['intent'];
    readonly base: number;
    answer: AnswerFrame | null;
  }[] = [];
  readonly faults: string[] = [];
  resets = 0;
  /** All answers ever received, also on connections already lost: number → answers as JSON. */
  readonly heard = new Map<number, Set<string>>();
  private client: RawClient | null = null;
  private deaf: RawClient[] = [];
  private readonly session: string;
  private held: { document: string; version: number; link: string } | undefined;

  constructor(
    readonly name: Name,
    number: number,
    public node: number,
  ) {
    this.session = id('o', number);
  }

  act(what: IntentFrame['intent']): void {
    const base = this.client?.version ?? -1;
    this.outbox.push({ intent: what, base, answer: null });
    if (this.isReady) this.client?.intent(this.session, this.outbox.length - 1, what, base);
  }

  async connect(node: TestNode): Promise<void> {
    this.cut();
    const client = node.connect(this.name, { document: this.document, holds: this.held });
    this.client = client;
    client.socket.on('message', () => {
      for (const answer of client.answers) this.note(answer);
      if (this.client === client) this.look(client);
    });
    await client.until(() => this.isReady || client.closeCode !== null, 'to be synced', PATIENCE_MS);
    if (this.client !== client) return this.connect(node);
    for (const [seq, { intent: what, base, answer }] of this.outbox.entries()) {
      if (!answer && this.isReady) client.intent(this.session, seq, what, base);
    }
  }

  cut(): void {
    this.client?.cut();
    this.client = null;
  }

  /** Half-open connection: the client has lost it, the server still serves it for a while. */
  turnDeaf(): void {
    if (this.client) this.deaf.push(this.client);
    this.client = null;
  }

  hangUp(): void {
    for (const client of this.deaf.splice(0)) client.cut();
  }

  commandOf(seq: number): string {
    const { user, account } = people[this.name];
    return commandIdOf({ account, user, session: this.session, seq });
  }

  get isReady(): boolean {
    return this.client !== null && this.client.closeCode === null && this.client.advances.length > 0;
  }

  get isDone(): boolean {
    return this.outbox.every(({ answer }) => answer !== null);
  }

  get version(): number {
    return this.client?.version ?? -1;
  }

  private look(client: RawClient): void {
    const hello = client.frames.find(({ t }) => t === 'hello');
    if (hello?.t === 'hello' && client.advances.length > 0) {
      this.held = { document: hello.document, version: client.version, link: client.link };
    }
    if (client.gaps > 0) this.faults.push('a gap');
    if (client.frames.some(({ t }) => t === 'reset')) return this.startOver();
    for (const answer of client.answers.splice(0)) this.take(answer, client.version);
    client.frames.splice(0, client.frames.length, ...client.frames.filter(({ t }) => t !== 'answer'));
  }

  /** The document was compacted: drops the base, keeps the outbox, reconnects on a later step. */
  private startOver(): void {
    this.resets++;
    this.document = new Y.Doc();
    this.held = undefined;
    this.cut();
  }

  private note(answer: AnswerFrame): void {
    const answers = this.heard.get(answer.seq) ?? new Set();
    this.heard.set(answer.seq, answers.add(JSON.stringify(answer)));
  }

  private take(answer: AnswerFrame, version: number): void {
    if (answer.version > version) this.faults.push(`answered ${answer.seq} before the base shows it`);
    const entry = this.outbox[answer.seq];
    if (!entry || answer.session !== this.session) return void this.faults.push('an answer to nothing');
    if (entry.answer) return;
    const isInOrder = this.outbox.slice(0, answer.seq).every((earlier) => earlier.answer !== null);
    if (!isInOrder) this.faults.push(`answered ${answer.seq} before earlier ones`);
    entry.answer = answer;
  }
}

/** Event store that fails at random, before or after writing; the seed determines when. */
function unsteady(store: EventStore, next: () => number): EventStore {
  const maybe = async <T>(call: () => Promise<T>): Promise<T> => {
    const luck = next();
    if (luck < 0.05) throw new EventStoreError('transient', 'lost on the way there');
    const result = await call();
    if (luck > 0.95) throw new EventStoreError('transient', 'lost on the way back');
    return result;
  };
  return wrap(store, {
    append: (request) => maybe(() => store.append(request)),
    confirm: (stream, version, commands) => maybe(() => store.confirm(stream, version, commands)),
    settled: (ids) => maybe(() => store.settled(ids)),
  });
}

/** mulberry32 */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let cluster: TestCluster | null = null;
afterEach(() => cluster?.stop());

async function live(steps: readonly Step[], seed: number): Promise<void> {
  cluster = new TestCluster();
  const { store } = cluster;
  const flaky = unsteady(store, random(seed));
  const settings = { snapshotEvery: 7 };
  const nodes = [await cluster.startWithAudit({ settings }, store), await cluster.start({ settings }, flaky)];
  let compactions = 0;
  const all = WHO.map((name, number) => new Person(name, number, number % 2));
  const connect = (person: Person) => person.connect(nodes[person.node] as TestNode);
  await Promise.all(all.map(connect));

  for (const one of steps) {
    if (one.do === 'compact') {
      // May fail on the unsteady store, without consequences.
      const { rooms } = nodes[one.node] as TestNode;
      compactions++;
      await rooms.submitAsSystem(AUDIT, 'compaction', COMPACT).catch(() => undefined);
      continue;
    }
    if (one.do === 'crash') {
      await nodes[one.node]?.crash();
      nodes[one.node] = await cluster.start({ settings }, one.node === 0 ? store : flaky);
      continue;
    }
    const person = all[one.who] as Person;
    if (one.do === 'intent') person.act(one.intent);
    if (one.do === 'wait') await new Promise((resolve) => setTimeout(resolve, 1));
    if (one.do === 'hop') person.node = 1 - person.node;
    if (one.do === 'hop' || (one.do === 'cut' && !person.isReady)) await connect(person);
    else if (one.do === 'cut') person.cut();
    if (one.do === 'turn-deaf') {
      person.turnDeaf();
      await connect(person);
    }
  }

  // Recovery: all clients stay connected until every intent is answered and every client is at the head.
  await Promise.all(all.map(connect));
  const head = async () => Number((await store.head(`audit-${AUDIT}`))?.version ?? -1n);
  await expect.poll(() => all.filter((person) => !person.isDone).map(({ name }) => name)).toEqual([]);
  const version = await head();
  await expect.poll(() => all.map((person) => person.version)).toEqual(all.map(() => version));

  expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  if (compactions === 0) expect(all.map(({ resets }) => resets)).toEqual(all.map(() => 0));
  const replayed = await HotAudit.load(wrap(store, { snapshots: NO_SNAPSHOTS }), createAuditModel(), AUDIT);
  const bytes = bytesOf(replayed?.document ?? new Y.Doc());
  for (const node of nodes)
    expect(bytesOf((await node.rooms.room(AUDIT))?.hot.document ?? new Y.Doc())).toBe(bytes);
  for (const person of all) expect(bytesOf(person.document)).toBe(bytes);
  await expectEventsOfCommitted(store, all);
  for (const person of all) person.hangUp();
  await cluster.stop();
}

const NO_SNAPSHOTS: EventStore['snapshots'] = {
  save: async () => undefined,
  latest: async () => null,
  list: async () => [],
  drop: async () => undefined,
};

/**
 * Intents answered with ok are in the log exactly once, refused ones not at all, and there are no other
 * events.
 */
async function expectEventsOfCommitted(store: EventStore, all: readonly Person[]): Promise<void> {
  const written = new Map<string, string[]>();
  for await (const { meta, type, version } of store.read(`audit-${AUDIT}`)) {
    if (version < BORN_WITH || meta.actor === 'system:compaction') continue;
    written.set(meta.command ?? '', [...(written.get(meta.command ?? '') ?? []), type]);
  }
  for (const person of all) {
    for (const [seq, { intent: what, answer }] of person.outbox.entries()) {
      expect([...(person.heard.get(seq) ?? [])], 'one answer, however often it was asked').toHaveLength(1);
      const events = written.get(person.commandOf(seq)) ?? [];
      written.delete(person.commandOf(seq));
      if (!answer?.outcome.ok) expect(events).toEqual([]);
      else if (what.kind === 'create_item') expect(events).toEqual(['TreeItemCreated']);
      else if (what.kind === 'batch') expect(events.length).toBeLessThanOrEqual(8);
      else expect(events).toHaveLength(new Set(events).size);
      if (person.name === 'gil') expect(answer?.outcome.ok).toBe(false);
    }
  }
  expect([...written]).toEqual([]);
}

const COMPACT = [{ intent: { kind: 'compact_document' }, base: 0 }];

/** Number of events with which the audit begins. */
const BORN_WITH = 5n;

describe('two nodes on one log, people who roam between them, lost frames, crashes, an unsteady store', () => {
  it('end with the same bytes everywhere, each intent answered once, in order, when the base shows it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 150, size: 'max' }), fc.nat(), live),
      {
        numRuns: 25,
        seed: 20_260_302,
        endOnFailure: true,
      },
    );
  });
});
