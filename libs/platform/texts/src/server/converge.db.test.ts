import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { NodeSocket } from '@cotejo/rooms/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { openText, type TextConnection } from '../client/index.ts';
import { memoKinds, memoTextHost, MEMO_ACCOUNT } from '../testing/memo-text-host.fixture.ts';
import {
  startTextNode,
  textDatabase,
  type TextDatabase,
  type TextNode,
} from '../testing/text-node.fixture.ts';
import type { Revision, TextGate } from './index.ts';

let database: TextDatabase;
beforeAll(async () => {
  database = await textDatabase();
});
afterAll(() => database.drop());

type Step =
  | { readonly do: 'type' | 'remove'; readonly who: number; readonly at: number }
  | { readonly do: 'offline' | 'online' | 'cut'; readonly who: number }
  | { readonly do: 'reload'; readonly who: number; readonly node: number }
  | { readonly do: 'crash'; readonly node: number }
  | { readonly do: 'gate'; readonly node: number }
  | { readonly do: 'wait' };

const who = fc.nat(2);
const node = fc.nat(1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('type' as const), who, at: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), who, at: fc.nat(50) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('offline', 'online', 'cut'), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reload' as const), who, node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), node }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('gate' as const), node }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
);

const waits = (times: number): Step[] => Array.from({ length: times }, () => ({ do: 'wait' }));
/** An update waiting at a gate is resent over another connection and acknowledged: the gate must have stayed closed. */
const sentAgainAtGate: readonly Step[] = [
  ...waits(10),
  { do: 'gate', node: 0 },
  { do: 'type', who: 1, at: 0 },
  { do: 'wait' },
  { do: 'cut', who: 1 },
  ...waits(20),
];

interface Person {
  readonly name: string;
  text: TextConnection;
  node: number;
  isOffline: boolean;
  goOnline: () => void;
  goOffline: () => void;
}

/** Two nodes, three users, one document; words are numbered and each is written once. */
class World {
  readonly memo = randomUUID();
  readonly revisions: Revision[] = [];
  readonly nodes: TextNode[] = [];
  readonly people: Person[] = [];
  /** Author of each word. */
  readonly words = new Map<string, string>();
  readonly removed = new Set<string>();
  private gate: TextGate | null = null;
  private next = 0;

  async begin(): Promise<void> {
    for (let n = 0; n < 2; n++) this.nodes.push(await this.startNode());
    for (let n = 0; n < 3; n++) this.people.push(await this.enter(`p${n}`, n % 2));
  }

  private startNode(): Promise<TextNode> {
    const times = { idle: 25, most: 80, hold: 150, lease: 400, poll: 50 };
    return startTextNode(database, { host: memoTextHost(this.revisions), times, limits: { coveredRows: 5 } });
  }

  private async enter(name: string, at: number, isOffline = false): Promise<Person> {
    const [online, offline] = [new Set<() => void>(), new Set<() => void>()];
    const person = { name, node: at, isOffline } as Person;
    person.goOnline = () => ((person.isOffline = false), online.forEach((tell) => tell()));
    person.goOffline = () => ((person.isOffline = true), offline.forEach((tell) => tell()));
    person.text = await openText({
      url: this.nodes[at]!.url,
      kind: 'memo',
      id: this.memo,
      user: `${this.memo}-${name}`,
      rootKinds: memoKinds,
      WebSocket: NodeSocket,
      random: () => 0,
      getTicket: async () => name,
      network: {
        isOffline: () => person.isOffline,
        onOnline: (listener) => (online.add(listener), () => online.delete(listener)),
        onOffline: (listener) => (offline.add(listener), () => offline.delete(listener)),
      },
    });
    return person;
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'type':
      case 'remove':
        return this.edit(this.people[step.who]!, step.do, step.at);
      case 'offline':
        return this.people[step.who]!.goOffline();
      case 'online':
        return this.people[step.who]!.goOnline();
      case 'cut':
        for (const one of this.nodes) one.rooms.closeSession(`s-p${step.who}`, 1013, 'cut');
        return;
      case 'reload':
        return this.reload(step.who, step.node);
      case 'crash': {
        await this.nodes[step.node]!.crash();
        this.nodes[step.node] = await this.startNode();
        for (const [index, person] of this.people.entries())
          if (person.node === step.node) await this.reload(index, step.node);
        return;
      }
      case 'gate':
        if (this.gate) await this.gate.open().catch(() => undefined);
        this.gate = await this.nodes[step.node]!.texts.closeGate(this.key).catch(() => null);
        return;
      case 'wait':
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  get key() {
    return { account: MEMO_ACCOUNT, document: this.memo };
  }

  private async reload(index: number, at: number): Promise<void> {
    const { text, name, isOffline } = this.people[index]!;
    await text.close();
    this.people[index] = await this.enter(name, at, isOffline);
  }

  private edit({ name, text: { document } }: Person, what: 'type' | 'remove', at: number): void {
    if (!document) return;
    document.transact(() => {
      const body = document.getXmlFragment('body');
      if (what === 'type') {
        const word = `w${this.next++}.`;
        this.words.set(word, name);
        body.insert(at % (body.length + 1), [new Y.XmlText(word)]);
      } else if (body.length > 0) {
        const place = at % body.length;
        this.removed.add((body.get(place) as Y.XmlText).toString());
        body.delete(place, 1);
      }
    });
  }

  async heal(): Promise<void> {
    await this.gate?.open().catch(() => undefined);
    for (const person of this.people) person.goOnline();
    await vi.waitFor(() =>
      expect(this.people.map(({ text }) => text.status.state)).toEqual(['saved', 'saved', 'saved']),
    );
  }

  /**
   * The author of a word is among the authors of the first revision that contains it, so no row with content is left
   * out. After a crash rows may be delivered twice; deletions of deleted content are never delivered.
   */
  assertAuthorsTold(): void {
    const told = new Set<string>();
    for (const { document, fields } of this.revisions) {
      if (document !== this.memo) continue;
      for (const { text, authors } of fields) {
        for (const [word] of text.matchAll(/w\d+\./g)) {
          if (!told.has(word)) expect(authors).toContain(this.words.get(word));
          told.add(word);
        }
      }
    }
  }

  async end(): Promise<void> {
    for (const { text } of this.people) await text.close();
    for (const one of this.nodes) await one.stop();
  }
}

const wordsIn = (document: Y.Doc) => document.getXmlFragment('body').toString();

describe('people who write at once, with all that can happen to them', () => {
  it('end with the same, lose nothing, and revisions tell of every word and its author', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 70 }), async (steps) => {
        const world = new World();
        await world.begin();
        try {
          for (const one of steps) await world.take(one);
          await world.heal();
          const [first, ...others] = world.people;
          await vi.waitFor(() => {
            for (const { text } of others)
              expect(wordsIn(text.document!)).toBe(wordsIn(first!.text.document!));
          });
          const shown = wordsIn(first!.text.document!);
          for (const word of world.words.keys())
            if (!world.removed.has(word)) expect(shown.split(word)).toHaveLength(2);
          for (const { text } of world.people) expect(text.drafts).toEqual([]);
        } finally {
          await world.end();
        }
        const heir = await startTextNode(database, { host: memoTextHost(world.revisions) });
        // The leases of a crashed node expire, which frees its work.
        const { fields } = await vi.waitFor(async () => {
          await heir.texts.sweep(0);
          const gate = await heir.texts.closeGate(world.key);
          const whole = await gate.readAll();
          await gate.open();
          expect(whole.revision).toBeNull();
          return whole;
        });
        await heir.stop();
        const said = fields.map(({ text }) => text).join('');
        for (const word of world.words.keys()) if (!world.removed.has(word)) expect(said).toContain(word);
        world.assertAuthorsTold();
      }),
      { numRuns: 7, examples: [[[...sentAgainAtGate]]], endOnFailure: true },
    );
  });
});
