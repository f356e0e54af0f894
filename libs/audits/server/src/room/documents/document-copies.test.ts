import { gunzipSync } from 'node:zlib';
import * as Y from 'yjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyEncodedAs, DocumentCopies, unpackCopy, type DocumentCopy } from './document-copies.ts';

let now: number;
let encoded: number;

/** Document source that counts its encodings. */
class Original {
  documentId = 'epoch-1';
  private doc = new Y.Doc();
  version = 0;

  get link(): string {
    return `link-${this.version}`;
  }
  get document(): Y.Doc {
    encoded++;
    return this.doc;
  }

  change(times = 1): void {
    for (let n = 0; n < times; n++) this.doc.getMap('items').set('name', ++this.version);
  }

  compact(): void {
    this.documentId = `epoch-${++this.version}`;
    const doc = new Y.Doc();
    doc.getMap('items').set('name', this.doc.getMap('items').get('name'));
    this.doc = doc;
  }
}

const nameIn = async (copy: DocumentCopy): Promise<unknown> => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, await unpackCopy(copy));
  return doc.getMap('items').get('name');
};

let original: Original;
let copies: DocumentCopies;

beforeEach(() => {
  now = 1_000_000;
  encoded = 0;
  original = new Original();
  copies = new DocumentCopies(original, () => now);
});

describe('copies of a document', () => {
  it('hold what it held at their version', async () => {
    original.change(3);
    const taking = copies.exact();
    original.change();
    const copy = await taking;
    expect(copy).toMatchObject({ documentId: 'epoch-1', version: 3, link: 'link-3' });
    expect(await nameIn(copy)).toBe(3);
  });

  it('are the same bytes in every encoding', async () => {
    original.change(5);
    const copy = await copies.exact();
    const plain = await copyEncodedAs(copy, 'identity');
    expect(gunzipSync(await copyEncodedAs(copy, 'gzip'))).toEqual(plain);
    expect(await copyEncodedAs(copy, 'br')).toBe(copy.brotli);
    expect(await copyEncodedAs(copy, 'gzip')).toBe(await copyEncodedAs(copy, 'gzip'));
  });

  it('are taken once for all who ask while nothing changes, also at the same time', async () => {
    original.change();
    const all = await Promise.all([copies.recent(), copies.recent(), copies.exact(), copies.recent()]);
    now += 3_600_000;
    all.push(await copies.recent());
    expect(new Set(all).size).toBe(1);
    expect(encoded).toBe(1);
  });

  it('that are a little behind serve, and are taken anew behind an answer, once in ten seconds', async () => {
    original.change();
    const first = await copies.recent();
    // One minute at a hundred changes per second, with a client opening the document at every tick.
    for (let tick = 0; tick < 600; tick++) {
      original.change(10);
      now += 100;
      const copy = await copies.recent();
      expect(original.version - copy.version).toBeLessThanOrEqual(1_000 + 20);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(encoded).toBeGreaterThanOrEqual(5);
    expect(encoded).toBeLessThanOrEqual(7);
    expect((await copies.recent()).version).toBeGreaterThan(first.version);
  });

  it('that are far behind are waited for, but not more than one a second', async () => {
    original.change();
    await copies.recent();
    original.change(5_000);
    expect((await copies.recent()).version).toBe(1);
    now += 1_001;
    expect((await copies.recent()).version).toBe(5_001);
    expect(encoded).toBe(2);
  });

  it('of another document are never given away', async () => {
    original.change(4);
    const before = await copies.recent();
    original.compact();
    const [one, other] = await Promise.all([copies.recent(), copies.recent()]);
    expect(one).toBe(other);
    expect(one.documentId).not.toBe(before.documentId);
    expect(await nameIn(one)).toBe(4);
  });

  it('that were being taken when the document became another one do not come back', async () => {
    original.change(4);
    const late = copies.recent();
    original.compact();
    const present = await copies.recent();
    expect((await late).documentId).toBe('epoch-1');
    expect(await copies.recent()).toBe(present);
  });

  it('that a snapshot kept serve without a walk', async () => {
    original.change(4);
    const kept = await copies.exact();
    const anew = new DocumentCopies(original, () => now);
    anew.prime(kept);
    original.change();
    expect(await anew.recent()).toBe(kept);
    expect(encoded).toBe(1);
  });
});
