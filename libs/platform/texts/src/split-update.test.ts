import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { splitUpdate } from './split-update.ts';

const applied = (updates: readonly Uint8Array[]): Y.Doc => {
  const document = new Y.Doc();
  for (const update of updates) Y.applyUpdate(document, update);
  return document;
};
const shown = (document: Y.Doc): string =>
  document.getXmlFragment('body').toString() +
  JSON.stringify(Object.entries(document.getMap('shapes').toJSON()).sort(([a], [b]) => (a < b ? -1 : 1)));
const isWhole = ({ store }: Y.Doc): boolean => !store.pendingStructs && !store.pendingDs;

const edit = fc.record({
  by: fc.nat(2),
  at: fc.nat(60),
  text: fc.string({ unit: 'binary', maxLength: 12 }),
  removes: fc.nat(9),
  key: fc.option(fc.nat(3)),
  syncs: fc.boolean(),
});

function documentOf(edits: readonly (typeof edit extends fc.Arbitrary<infer T> ? T : never)[]): Y.Doc {
  const documents = [1, 2, 3].map((id) => Object.assign(new Y.Doc(), { clientID: id }));
  for (const { by, at, text, removes, key, syncs } of edits) {
    const document = documents[by] as Y.Doc;
    document.transact(() => {
      const body = document.getXmlFragment('body');
      if (body.length === 0 || at % 7 === 0) body.insert(at % (body.length + 1), [new Y.XmlText()]);
      const run = body.get(at % body.length) as Y.XmlText;
      const place = at % (run.length + 1);
      run.delete(place, Math.min(removes, run.length - place));
      if (text) run.insert(place, text);
      if (key !== null) document.getMap('shapes').set(`k${key}`, { at, text });
    });
    if (syncs) for (const other of documents) Y.applyUpdate(other, Y.encodeStateAsUpdate(document));
  }
  const whole = new Y.Doc();
  for (const document of documents) Y.applyUpdate(whole, Y.encodeStateAsUpdate(document));
  return whole;
}

describe('splitting an update', () => {
  it('gives the same document, and each part stands on those before it', () => {
    fc.assert(
      fc.property(
        fc.array(edit, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 120, max: 600 }),
        (edits, most) => {
          const document = documentOf(edits);
          const update = Y.encodeStateAsUpdate(document);
          const parts = splitUpdate(update, most);
          const copy = new Y.Doc();
          for (const part of parts) {
            Y.applyUpdate(copy, part);
            expect(isWhole(copy)).toBe(true);
          }
          expect(shown(copy)).toBe(shown(document));
          expect(Y.decodeStateVector(Y.encodeStateVector(copy))).toEqual(
            Y.decodeStateVector(Y.encodeStateVector(document)),
          );
          if (parts.length > 1) for (const part of parts) expect(part.length).toBeLessThanOrEqual(most);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('cuts a long text, but no character', () => {
    const document = new Y.Doc();
    document.getXmlFragment('body').insert(0, [new Y.XmlText(`a${'🙂'.repeat(40_000)}`)]);
    const parts = splitUpdate(Y.encodeStateAsUpdate(document), 64 * 1024);
    expect(parts.length).toBeGreaterThan(2);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(64 * 1024);
    expect(shown(applied(parts))).toBe(shown(document));
  });

  it('leaves what is small as it is', () => {
    const update = Y.encodeStateAsUpdate(documentOf([]));
    expect(splitUpdate(update, 100)).toEqual([update]);
  });
});
