import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { MAX_UPDATE_BYTES, type RootKinds } from '../protocol.ts';
import { splitUpdate } from '../split-update.ts';
import type { Place } from './judge-structure.ts';
import { judgeUpdate, type Judging } from './judge-update.ts';

const kinds: RootKinds = (root) => (root === 'body' ? 'rich-text' : null);
const judging = (document: Y.Doc, more: Partial<Judging> = {}): Judging => ({
  document,
  ahead: new Map(),
  kinds,
  ownerIs: () => 'author',
  ...more,
});
const copyOf = (document: Y.Doc) => {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(document));
  return copy;
};
const put = (document: Y.Doc, type: object): void =>
  document.getXmlFragment('body').insert(0, [type as Y.XmlElement]);
const isWhole = ({ store }: Y.Doc) => store.pendingStructs === null && store.pendingDs === null;

interface Edit {
  readonly by: number;
  readonly at: number;
  readonly text: string;
  readonly removes: number;
  readonly syncs: boolean;
}
const edits = fc.array(
  fc.record<Edit>({
    by: fc.nat(2),
    at: fc.nat(40),
    text: fc.string({ minLength: 0, maxLength: 4 }),
    removes: fc.nat(3),
    syncs: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);

/** Three users write; some of their updates reach the others. Returns the updates in order of creation. */
function written(steps: readonly Edit[]): Uint8Array[] {
  const documents = [1, 2, 3].map((id) => {
    const document = new Y.Doc();
    document.clientID = id;
    return document;
  });
  const updates: Uint8Array[] = [];
  for (const document of documents) {
    document.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin !== 'other') updates.push(update);
    });
  }
  for (const { by, at, text, removes, syncs } of steps) {
    const document = documents[by]!;
    const body = document.getXmlFragment('body');
    document.transact(() => {
      if (body.length === 0) body.insert(0, [new Y.XmlText()]);
      const first = body.get(0) as Y.XmlText;
      const place = at % (first.length + 1);
      const length = Math.min(removes, first.length - place);
      if (length > 0) first.delete(place, length);
      if (text) first.insert(place, text);
    });
    if (!syncs) continue;
    for (const other of documents) Y.applyUpdate(other, Y.encodeStateAsUpdate(document), 'other');
  }
  return updates;
}

describe('judging updates', () => {
  it('takes what honest people wrote, in the order in which they did', () => {
    fc.assert(
      fc.property(edits, (steps) => {
        const document = new Y.Doc();
        for (const update of written(steps)) {
          expect(judgeUpdate(update, judging(document)).ok).toBe(true);
          Y.applyUpdate(document, update);
        }
        expect(isWhole(document)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('takes an update if, and only if, nothing of it would wait for what is not there', () => {
    fc.assert(
      fc.property(edits, fc.array(fc.nat(), { minLength: 1, maxLength: 20 }), (steps, order) => {
        const updates = written(steps);
        const document = new Y.Doc();
        for (const place of order) {
          const update = updates[place % updates.length];
          if (!update) continue;
          const tried = copyOf(document);
          Y.applyUpdate(tried, update);
          const verdict = judgeUpdate(update, judging(document));
          expect(verdict.ok).toBe(isWhole(tried));
          if (verdict.ok) Y.applyUpdate(document, update);
          else expect(verdict.code).toBe('incomplete');
        }
      }),
      { numRuns: 300 },
    );
  });

  it('knows what is news, and to which clocks it leads', () => {
    fc.assert(
      fc.property(edits, (steps) => {
        const document = new Y.Doc();
        for (const update of written(steps)) {
          const before = JSON.stringify(document.getXmlFragment('body').toJSON());
          const vector = Y.encodeStateVector(document);
          const verdict = judgeUpdate(update, judging(document));
          Y.applyUpdate(document, update);
          const isOther =
            JSON.stringify(document.getXmlFragment('body').toJSON()) !== before ||
            Buffer.compare(Y.encodeStateVector(document), vector) !== 0;
          if (isOther) expect(verdict).toMatchObject({ ok: true, isNews: true });
          for (const [client, clock] of verdict.ok ? verdict.reaches : [])
            expect(Y.getState(document.store, client)).toBe(clock);
          expect(judgeUpdate(update, judging(document))).toMatchObject({
            ok: true,
            isNews: false,
            claims: [],
          });
        }
      }),
      { numRuns: 150 },
    );
  });

  it('is news while only updates hold it that were accepted just before: they may still not be written', () => {
    const [durable, ana] = [new Y.Doc(), new Y.Doc()];
    put(ana, new Y.XmlText('Uno'));
    const update = Y.encodeStateAsUpdate(ana);
    const first = judgeUpdate(update, judging(durable));
    const ahead = first.ok ? first.reaches : new Map<number, number>();
    const sentAgain = judgeUpdate(update, judging(durable, { ahead }));
    expect(sentAgain).toMatchObject({ ok: true, isNews: true });
    Y.applyUpdate(durable, update);
    expect(judgeUpdate(update, judging(durable))).toMatchObject({ ok: true, isNews: false });
  });

  it('looks at whose ids only what is new was written under', () => {
    const ana = new Y.Doc();
    ana.getXmlFragment('body').insert(0, [new Y.XmlText('mine')]);
    const ben = copyOf(ana);
    ben.getXmlFragment('body').insert(1, [new Y.XmlText('too')]);
    const update = Y.encodeStateAsUpdate(ben);
    const ownerIs = (client: number) => (client === ana.clientID ? 'another' : 'unknown');
    expect(judgeUpdate(update, judging(new Y.Doc(), { ownerIs }))).toEqual({
      ok: false,
      code: 'forged_author',
    });
    expect(judgeUpdate(update, judging(ana, { ownerIs }))).toMatchObject({
      ok: true,
      claims: [ben.clientID],
    });
    const ahead = new Map([[ana.clientID, Y.getState(ana.store, ana.clientID)]]);
    expect(judgeUpdate(update, judging(new Y.Doc(), { ownerIs, ahead }))).toMatchObject({ ok: true });
  });

  const drawings: RootKinds = (root) => (root === 'body' ? 'rich-text' : root === 'nodes' ? 'map' : null);
  const change = (document: Y.Doc, act: () => void): Uint8Array => {
    const before = Y.encodeStateVector(document);
    document.transact(act);
    return Y.encodeStateAsUpdate(document, before);
  };
  /** Nested elements, each inserted by an update of its own when `apart`. */
  const nested = (document: Y.Doc, levels: number, apart = false): Uint8Array[] => {
    let at: Y.XmlFragment = document.getXmlFragment('body');
    const deeper = (): void => {
      const element = new Y.XmlElement('blockquote');
      at.insert(0, [element]);
      at = element;
    };
    if (apart) return Array.from({ length: levels }, () => change(document, deeper));
    return [change(document, () => Array.from({ length: levels }).forEach(deeper))];
  };
  const mark = (document: Y.Doc, name: string, value: object): void => {
    const text = new Y.XmlText('a');
    document.getXmlFragment('body').insert(0, [text]);
    text.format(0, 1, { [name]: value });
  };
  const array = (levels: number): unknown => (levels === 0 ? 1 : [array(levels - 1)]);

  it.each<[string, (document: Y.Doc) => void, boolean]>([
    ['a text', (document) => document.getXmlFragment('body').insert(0, [new Y.XmlText('a')]), true],
    ['a value', (document) => document.getMap('nodes').set('a', { x: 1, words: ['a'] }), true],
    ['a map among elements', (document) => put(document, new Y.Map()), false],
    ['a list among elements', (document) => put(document, new Y.Array()), false],
    ['a plain text among elements', (document) => put(document, new Y.Text('a')), false],
    ['a hook among elements', (document) => put(document, new Y.XmlHook('a')), false],
    ['a fragment among elements', (document) => put(document, new Y.XmlFragment()), false],
    ['an element in a map', (document) => document.getMap('nodes').set('a', new Y.XmlElement('p')), false],
    ['a text in a map', (document) => document.getMap('nodes').set('a', new Y.XmlText('p')), false],
    ['a map in a map', (document) => document.getMap('nodes').set('a', new Y.Map()), false],
    [
      'bytes within a value',
      (document) => document.getMap('nodes').set('a', { of: new Uint8Array(9) }),
      false,
    ],
    ['a value of few levels', (document) => document.getMap('nodes').set('a', array(90)), true],
    ['a value of many levels', (document) => document.getMap('nodes').set('a', array(101)), false],
    [
      'a mark of many levels',
      (document) => {
        const text = new Y.XmlText('a');
        document.getXmlFragment('body').insert(0, [text]);
        text.format(0, 1, { bold: array(101) as object });
      },
      false,
    ],
    ['a mark with a long address', (document) => mark(document, 'link', { href: 'a'.repeat(2_000) }), true],
    ['a mark with a whole book', (document) => mark(document, 'link', { href: 'a'.repeat(40_000) }), false],
    ['a mark whose name is a book', (document) => mark(document, 'b'.repeat(200), {}), false],
  ])('takes only what editors make: %s', (_, act, isTaken) => {
    const document = new Y.Doc();
    const update = change(document, () => act(document));
    const verdict = judgeUpdate(update, judging(new Y.Doc(), { kinds: drawings }));
    expect(verdict).toMatchObject(isTaken ? { ok: true } : { ok: false, code: 'malformed' });
  });

  /** Encoded update that only deletes: ranges of one client, in the order given. */
  const deletion = (client: number, ...ranges: readonly (readonly [number, number])[]): Uint8Array =>
    Uint8Array.from([0, 1, client, ranges.length, ...ranges.flat()]);

  it.each<[string, readonly (readonly [number, number])[], boolean]>([
    ['ranges one after another', [[1, 2], [4, 1]], true], // prettier-ignore
    ['the same in another order', [[4, 1], [1, 2]], true], // prettier-ignore
    ['a range told twice, which everybody would go through twice', [[1, 4], [1, 4]], false], // prettier-ignore
    ['ranges that overlap', [[1, 3], [2, 3]], false], // prettier-ignore
    ['a range of nothing, at the end of all there is', [[5, 0]], false],
  ])('of deletions takes such as Yjs writes: %s', (_, ranges, isTaken) => {
    const document = new Y.Doc();
    document.clientID = 7;
    put(document, new Y.XmlText('abcd'));
    const verdict = judgeUpdate(deletion(7, ...ranges), judging(document));
    expect(verdict).toMatchObject(isTaken ? { ok: true } : { ok: false, code: 'malformed' });
  });

  it('takes no clock that could not be counted on from', () => {
    const gone = (length: readonly number[]): Uint8Array => Uint8Array.from([1, 1, 7, 0, 0, ...length, 0]);
    expect(judgeUpdate(gone([9]), judging(new Y.Doc()))).toMatchObject({ ok: true });
    // 2^53 - 1 in lib0's encoding.
    const endless = gone([255, 255, 255, 255, 255, 255, 255, 15]);
    expect(judgeUpdate(endless, judging(new Y.Doc()))).toEqual({ ok: false, code: 'malformed' });
  });

  it('takes only so many fields', () => {
    const document = new Y.Doc();
    const update = (fields: number) =>
      change(document, () => {
        for (let n = 0; n < fields; n++) document.getXmlFragment(`f${n}`).insert(0, [new Y.XmlText('a')]);
      });
    const any: RootKinds = () => 'rich-text';
    const filled = new Y.Doc();
    for (const part of splitUpdate(update(4_000), MAX_UPDATE_BYTES)) {
      expect(judgeUpdate(part, judging(filled, { kinds: any }))).toMatchObject({ ok: true });
      Y.applyUpdate(filled, part);
    }
    const full = copyOf(document);
    const more = change(document, () => document.getXmlFragment('one more').insert(0, [new Y.XmlText('a')]));
    expect(judgeUpdate(more, judging(full, { kinds: any }))).toEqual({
      ok: false,
      code: 'document_full',
    });
  });

  it('takes nothing so deep that whoever reads it would not come back', () => {
    const [shallow] = nested(new Y.Doc(), 100);
    expect(judgeUpdate(shallow!, judging(new Y.Doc()))).toMatchObject({ ok: true });
    for (const levels of [101, 5_000]) {
      const [deep] = nested(new Y.Doc(), levels);
      expect(judgeUpdate(deep!, judging(new Y.Doc()))).toEqual({ ok: false, code: 'malformed' });
    }
  });

  it('nor bit by bit, whether the bits before are in the document or only about to be', () => {
    const updates = nested(new Y.Doc(), 120, true);
    const document = new Y.Doc();
    const taken = updates.filter((update) => {
      const { ok } = judgeUpdate(update, judging(document));
      if (ok) Y.applyUpdate(document, update);
      return ok;
    });
    expect(taken).toHaveLength(100);

    const ahead = new Map<number, number>();
    const aheadPlaces = new Map<number, Place[]>();
    const accepted = updates.filter((update) => {
      const verdict = judgeUpdate(update, judging(new Y.Doc(), { ahead, aheadPlaces }));
      if (!verdict.ok) return false;
      for (const [client, clock] of verdict.reaches) ahead.set(client, clock);
      for (const [client, runs] of verdict.places)
        aheadPlaces.set(client, [...(aheadPlaces.get(client) ?? []), ...runs]);
      return true;
    });
    expect(accepted).toHaveLength(100);
  });

  it('never throws, whatever the bytes are', () => {
    const honest = written([{ by: 0, at: 0, text: 'abcd', removes: 0, syncs: true }])[0]!;
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(honest.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const bytes = honest.slice();
        for (const [place, value] of changes) bytes[place] = value;
        const document = new Y.Doc();
        const verdict = judgeUpdate(bytes, judging(document));
        if (!verdict.ok) return;
        Y.applyUpdate(document, bytes);
        expect(isWhole(document)).toBe(true);
        expect([...document.share.keys()].filter((root) => !kinds(root))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});
