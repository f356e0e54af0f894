import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { MAX_UPDATE_BYTES, type RootKinds } from '../protocol.ts';
import { encodeStructs, hostileShapes } from '../testing/hostile-updates.fixture.ts';
import { integrationSteps, MOST_STEPS } from './integration-cost.ts';
import { judgeUpdate } from './judge-update.ts';

const kinds: RootKinds = (root) => (root === 'body' ? 'rich-text' : root === 'shapes' ? 'map' : null);
const judged = (document: Y.Doc, update: Uint8Array) =>
  judgeUpdate(update, { document, ahead: new Map(), kinds, ownerIs: () => 'author' });

/** Items visited by the loop of `Item.integrate`, computed by a read-only copy of that loop. */
function conflictsOf(item: Y.Item, { doc }: Y.Transaction): number {
  const { left: from, right: to, parentSub } = item;
  const parent: unknown = item.parent;
  if (!(parent instanceof Y.AbstractType)) return 0;
  if (from ? from.right === to : to !== null && to.left === null) return 0;
  let at = from ? from.right : parentSub === null ? parent._start : (parent._map.get(parentSub) ?? null);
  let steps = 0;
  if (!from && parentSub !== null) for (; at?.left; at = at.left) steps++;
  const before = new Set<unknown>();
  for (; at && at !== to; at = at.right) {
    steps++;
    before.add(at);
    if (Y.compareIDs(item.origin, at.origin)) {
      if (at.id.client >= item.id.client && Y.compareIDs(item.rightOrigin, at.rightOrigin)) break;
    } else if (!at.origin || !before.has(Y.getItem(doc.store, at.origin))) break;
  }
  return steps;
}

/** Applies an update and returns the steps that its conflicts took. */
function applied(document: Y.Doc, update: Uint8Array): number {
  let steps = 0;
  // Called with the item as `this` below.
  // oxlint-disable-next-line typescript/unbound-method
  const integrate = Y.Item.prototype.integrate;
  const spy = vi.spyOn(Y.Item.prototype, 'integrate').mockImplementation(function (
    this: Y.Item,
    transaction,
    offset,
  ) {
    if (offset === 0) steps += conflictsOf(this, transaction);
    integrate.call(this, transaction, offset);
  });
  Y.applyUpdate(document, update);
  spy.mockRestore();
  return steps;
}

afterEach(() => vi.restoreAllMocks());

/** Items of three clients with arbitrary neighbours: any that existed at the time, or forged ones. */
const lies = fc.array(
  fc.record({ by: fc.integer({ min: 1, max: 3 }), origin: fc.option(fc.nat()), right: fc.option(fc.nat()), text: fc.boolean() }),
  { minLength: 2, maxLength: 60 },
); // prettier-ignore

function updatesOf(items: typeof lies extends fc.Arbitrary<infer T> ? T : never, each: number): Uint8Array[] {
  const clocks = new Map<number, number>();
  const made: (readonly [number, number])[] = [];
  const updates: Uint8Array[] = [];
  for (let at = 0; at < items.length; at += each) {
    const clients = items.slice(at, at + each).map(({ by, origin, right, text }) => {
      const letters = text ? 'abc' : 'x';
      const clock = clocks.get(by) ?? 0;
      const one = (n: number | null) => (n === null || made.length === 0 ? undefined : made[n % made.length]);
      const [left, next] = [one(origin), one(right)];
      const said = {
        ...(left && { origin: left }),
        ...(next && next !== left && { right: next }),
        ...(!left && (!next || next === left) && { parent: 'body' }),
        ...(text ? { text: letters } : { element: 'p' }),
      };
      clocks.set(by, clock + (text ? letters.length : 1));
      for (let n = clock; n < (clocks.get(by) ?? 0); n++) made.push([by, n]);
      return encodeStructs([[by, clock, [said]]]);
    });
    updates.push(Y.mergeUpdates(clients));
  }
  return updates;
}

describe('what applying an update costs', () => {
  it('is known before: every step of conflicts that Yjs then takes is counted', () => {
    fc.assert(
      fc.property(lies, fc.integer({ min: 1, max: 60 }), (items, each) => {
        const document = new Y.Doc();
        for (const update of updatesOf(items, each)) {
          const { structs } = Y.decodeUpdate(update);
          const steps = integrationSteps(document, [update], Infinity) ?? 0;
          const taken = applied(document, update);
          expect(document.store.pendingStructs).toBeNull();
          // Beyond the conflicts: one step per struct, plus splits of its neighbours.
          expect(steps).toBeGreaterThanOrEqual(taken + structs.length);
          expect(steps).toBeLessThanOrEqual(taken + structs.length * 6 + 1);
        }
      }),
      { numRuns: 400 },
    );
  });

  it.each(hostileShapes.map((shape) => [shape.name, shape] as const))(
    'is bounded, or the update is refused: %s',
    (_, { before, update, mayPass = false }) => {
      const document = new Y.Doc();
      for (const one of before?.(MAX_UPDATE_BYTES) ?? []) Y.applyUpdate(document, one);
      // Updates that an editor could make arrive in smaller parts.
      const hostile = update(mayPass ? MAX_UPDATE_BYTES / 2 : MAX_UPDATE_BYTES);
      expect(hostile.length).toBeLessThan(MAX_UPDATE_BYTES * 1.5);
      const steps = judged(document, hostile).ok ? integrationSteps(document, [hostile], MOST_STEPS) : null;
      if (mayPass) expect(steps).not.toBeNull();
      if (steps !== null) expect(applied(document, hostile)).toBeLessThanOrEqual(steps);
    },
  );

  it('counts what the document holds already: small updates can’t add up to a large one', () => {
    const document = new Y.Doc();
    const half = 20_000;
    const list = Array.from({ length: half }, (_, n) => (n === 0 ? { parent: 'body', element: 'p' } : { right: [1, n - 1] as const, element: 'p' })); // prettier-ignore
    Y.applyUpdate(document, encodeStructs([[1, 0, list]]));
    const far = encodeStructs([[2, 0, [{ right: [1, 0], element: 'p' }]]]);
    expect(integrationSteps(document, [far], Infinity)).toBeGreaterThan(half - 2);
    expect(integrationSteps(document, [far], half / 2)).toBeNull();
  });

  it('changes nothing, and is the same when it is asked again', () => {
    fc.assert(
      fc.property(lies, (items) => {
        const document = new Y.Doc();
        const [first, ...rest] = updatesOf(items, 7);
        Y.applyUpdate(document, first as Uint8Array);
        const before = Y.encodeStateAsUpdate(document);
        const steps = integrationSteps(document, rest, Infinity);
        expect(Y.encodeStateAsUpdate(document)).toEqual(before);
        expect(integrationSteps(document, rest, Infinity)).toBe(steps);
      }),
      { numRuns: 50 },
    );
  });
});

/** Deterministic pseudo-random numbers below `most`. */
function dice(seed: number): (most: number) => number {
  let state = seed >>> 0 || 1;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Edits as editors make them: typing, deleting, bold, splitting paragraphs, pasting tables. */
function edit(document: Y.Doc, roll: (most: number) => number): void {
  document.transact(() => {
    const body = document.getXmlFragment('body');
    const kind = roll(20);
    if (body.length === 0 || kind === 0) {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [new Y.XmlText()]);
      return body.insert(roll(body.length + 1), [paragraph]);
    }
    if (kind === 1 && body.length > 3) return body.delete(roll(body.length), 1);
    const element = body.get(roll(body.length));
    const text = element instanceof Y.XmlElement ? element.get(0) : null;
    if (!(text instanceof Y.XmlText)) return undefined;
    const at = roll(text.length + 1);
    const length = Math.min(roll(9), text.length - at);
    if (kind < 5 && length > 0) return text.delete(at, length);
    if (kind < 7 && length > 0) return text.format(at, length, { bold: roll(2) === 0 ? {} : null });
    return text.insert(at, 'palabra '.slice(0, 1 + roll(8)));
  });
}

function table(rows: number, columns: number): Y.XmlElement {
  const cellOf = (name: string, children: Y.XmlElement[] | Y.XmlText[]) => {
    const element = new Y.XmlElement(name);
    element.insert(0, children);
    return element;
  };
  return cellOf('table', Array.from({ length: rows }, (_, row) =>
    cellOf('tableRow', Array.from({ length: columns }, (__, column) =>
      cellOf('tableCell', [cellOf('paragraph', [new Y.XmlText(`${row} × ${column}`)])]))))); // prettier-ignore
}

describe('what people write', () => {
  const costs = (document: Y.Doc, update: Uint8Array): number =>
    integrationSteps(document, [update], MOST_STEPS) ?? Infinity;

  it.each([
    [30, 40],
    [5, 600],
    [2, 2_000],
  ])('always passes: %i people, each after %i edits that the others did not see', (people, edits) => {
    const base = new Y.Doc();
    const roll = dice(people);
    for (let n = 0; n < 300; n++) edit(base, roll);
    const documents = Array.from({ length: people }, () => {
      const document = new Y.Doc();
      Y.applyUpdate(document, Y.encodeStateAsUpdate(base));
      for (let n = 0; n < edits; n++) edit(document, roll);
      return document;
    });
    for (const document of documents) {
      const update = Y.encodeStateAsUpdate(document, Y.encodeStateVector(base));
      expect(costs(base, update)).toBeLessThan(MOST_STEPS / 2);
      Y.applyUpdate(base, update);
    }
    expect(costs(new Y.Doc(), Y.encodeStateAsUpdate(base))).toBeLessThan(MOST_STEPS);
  });

  it('thirty people who write at one place, letter by letter, half a second apart', () => {
    const base = new Y.Doc();
    base.getXmlFragment('body').insert(0, [new Y.XmlText('aquí:')]);
    const documents = Array.from({ length: 30 }, () => new Y.Doc());
    for (let round = 0; round < 20; round++) {
      const seen = Y.encodeStateAsUpdate(base);
      for (const document of documents) {
        Y.applyUpdate(document, seen);
        const before = Y.encodeStateVector(document);
        for (let n = 0; n < 5; n++) (document.getXmlFragment('body').get(0) as Y.XmlText).insert(5, 'x');
        const update = Y.encodeStateAsUpdate(document, before);
        expect(costs(base, update)).toBeLessThan(MOST_STEPS / 30);
        Y.applyUpdate(base, update);
      }
    }
  });

  it('a large table, pasted and deleted again', () => {
    const document = new Y.Doc();
    document.getXmlFragment('body').insert(0, [table(300, 8)]);
    expect(costs(new Y.Doc(), Y.encodeStateAsUpdate(document))).toBeLessThan(MOST_STEPS / 2);
    const copy = new Y.Doc();
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(document));
    const before = Y.encodeStateVector(copy);
    copy.getXmlFragment('body').delete(0, 1);
    expect(costs(document, Y.encodeStateAsUpdate(copy, before))).toBeLessThan(MOST_STEPS / 2);
  });
});
