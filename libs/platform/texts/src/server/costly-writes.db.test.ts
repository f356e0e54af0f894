import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { MAX_UPDATE_BYTES } from '../protocol.ts';
import { splitUpdate } from '../split-update.ts';
import { encodeStructs, hostileShapes } from '../testing/hostile-updates.fixture.ts';
import { lettersOf, typeIn } from '../testing/index.ts';
import type { TextNodeOptions } from '../testing/text-node.fixture.ts';
import { textNodes } from '../testing/text-nodes.fixture.ts';

const nodes = textNodes();
const start = (options?: TextNodeOptions) => nodes.start(options);

describe('an update that would cost too much', () => {
  const costly = hostileShapes.find(({ name }) => name === 'conflicts brought by many small updates');

  it('is refused before it is stored, also in a batch with others, which are taken', async () => {
    const node = await start();
    const memo = randomUUID();
    const [ana, mal] = [await node.connect('ana', memo).synced(), await node.connect('mal', memo).synced()];
    const [list] = costly?.before?.(MAX_UPDATE_BYTES / 2) ?? [];
    for (const part of splitUpdate(list as Uint8Array, MAX_UPDATE_BYTES))
      expect(await mal.written(mal.write(part))).toBe('stored');
    const before = await nodes.database.updatesOf(memo);
    const attack = mal.write(costly?.update(MAX_UPDATE_BYTES / 2) as Uint8Array);
    const honest = ana.write(typeIn(ana.document, 'sigue', 'notes'));
    expect(await Promise.all([mal.written(attack), ana.written(honest)])).toEqual(['too_costly', 'stored']);
    expect(await nodes.database.updatesOf(memo)).toEqual([...before, { seq: before.length, author: 'ana' }]);
    expect(mal.closeCode).toBeNull();
    // The cost is charged to the sender, not to a colleague who writes at the same moment.
    expect(node.charged.get('mal')).toBeGreaterThan(100);
    expect(node.charged.get('ana') ?? 0).toBeLessThan(5);
  });

  it('is refused too once many small ones, each cheap enough, add up', async () => {
    const node = await start({ limits: { excess: 10_000 } });
    const memo = randomUUID();
    const mal = await node.connect('mal', memo).synced();
    const list = Array.from({ length: 3_000 }, (_, n) => (n === 0 ? { parent: 'body', element: 'p' } : { right: [1, n - 1] as const, element: 'p' })); // prettier-ignore
    expect(await mal.written(mal.write(encodeStructs([[1, 0, list]])))).toBe('stored');
    const codes: (string | null)[] = [];
    for (let n = 0; n < 8; n++)
      codes.push(await mal.written(mal.write(encodeStructs([[2, n, [{ right: [1, n], element: 'p' }]]]))));
    expect(codes.slice(0, 3)).toEqual(['stored', 'stored', 'stored']);
    expect(codes.find((code) => code !== 'stored')).toBe('too_costly');
  });

  it('is what no browser sends: a large paste goes as several', async () => {
    const node = await start();
    const memo = randomUUID();
    const ana = await node.connect('ana', memo).synced();
    const paste = typeIn(ana.document, 'texto '.repeat(60_000));
    expect(paste.length).toBeGreaterThan(MAX_UPDATE_BYTES);
    expect(await ana.written(ana.write(paste))).toBe('too_large');
    for (const part of splitUpdate(paste, MAX_UPDATE_BYTES))
      expect(await ana.written(ana.write(part))).toBe('stored');
    const ben = await node.connect('ben', memo).synced();
    expect(lettersOf(ben.document)).toBe(lettersOf(ana.document));
    expect(Y.encodeStateAsUpdate(ben.document).length).toBeGreaterThan(MAX_UPDATE_BYTES);
  });
});
