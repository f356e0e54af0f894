import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTextNode, textDatabase, typeIn, type TextDatabase, type TextNode } from '../testing/index.ts';
import type { TextNodeOptions } from '../testing/text-node.fixture.ts';

let database: TextDatabase;
const nodes: TextNode[] = [];

beforeAll(async () => {
  database = await textDatabase();
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});
afterAll(() => database.drop());

const start = async (limits: TextNodeOptions['limits'] = {}) => {
  const node = await startTextNode(database, { limits });
  nodes.push(node);
  return node;
};
/** Opens a memo and fills it. */
const fill = async (node: TextNode, name: string, memo: string) => {
  const client = await node.connect(name, memo).synced();
  expect(await client.written(client.write(typeIn(client.document, 'x'.repeat(3_000))))).toBe('stored');
  return client;
};

describe('documents that are open on a node', () => {
  it('of one account never keep people of another out, who lose nothing', async () => {
    const node = await start({
      openBytes: 5_500,
      accountBytes: 5_000,
      groupBytes: 50_000,
      personBytes: 50_000,
    });
    const [first, second] = [await fill(node, 'ana', randomUUID()), await fill(node, 'ana', randomUUID())];
    expect(await node.connect('ana', randomUUID()).closed()).toBe(4429);
    const ben = await fill(node, 'ben', `other-${randomUUID()}`);
    // The least recently written document was closed.
    expect(await first.closed()).toBe(4429);
    expect(second.closeCode).toBeNull();
    expect(await ben.written(ben.write(typeIn(ben.document, ' sigue')))).toBe('stored');
    expect(ben.closeCode).toBeNull();
  });

  it('of one person are no more than a person’s share; colleagues open theirs', async () => {
    const node = await start({ personBytes: 5_000 });
    const memo = randomUUID();
    await fill(node, 'ana', randomUUID());
    await fill(node, 'ana', memo);
    expect(await node.connect('ana', randomUUID()).closed()).toBe(4429);
    // Documents that are already open cost nothing more.
    await node.connect('ana', memo).synced();
    await node.connect('ben', memo).synced();
    await fill(node, 'ben', randomUUID());
  });

  it('of one audit leave room for the others of its account', async () => {
    const node = await start({ groupBytes: 5_000 });
    const audit = randomUUID().slice(0, 8);
    await fill(node, 'ana', `${audit}-1`);
    await fill(node, 'ben', `${audit}-2`);
    expect(await node.connect('eva', `${audit}-3`).closed()).toBe(4429);
    await fill(node, 'eva', randomUUID());
  });
});
