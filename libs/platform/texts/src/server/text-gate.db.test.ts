import { randomUUID } from 'node:crypto';
import type { RawClient } from '@cotejo/rooms/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { startTextNode, textDatabase, typeIn, type TextDatabase, type TextNode } from '../testing/index.ts';
import type { TextNodeOptions } from '../testing/text-node.fixture.ts';
import { MEMO_ACCOUNT } from '../testing/memo-text-host.fixture.ts';

let database: TextDatabase;
const nodes: TextNode[] = [];

beforeAll(async () => {
  database = await textDatabase();
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});
afterAll(() => database.drop());

const start = async (options: TextNodeOptions = {}) => {
  const node = await startTextNode(database, options);
  nodes.push(node);
  return node;
};
const keyOf = (memo: string) => ({ account: MEMO_ACCOUNT, document: memo });
const rowsOf = (memo: string) => database.updatesOf(memo);
const stateOf = (memo: string) => database.stateOf(memo);
const typed = ({ document }: RawClient, text: string) => typeIn(document, text);
const write = (client: RawClient, text: string) => client.written(client.write(typed(client, text)));

describe('the gate', () => {
  it('closed holds what is written on any node, until it opens', async () => {
    const [one, two] = [await start(), await start()];
    const memo = randomUUID();
    const ana = await one.connect('ana', memo).synced();
    await write(ana, 'Uno');
    const gate = await two.texts.closeGate(keyOf(memo));
    const whole = await gate.readAll();
    expect(whole.fields).toMatchObject([{ field: 'body', text: 'Uno' }]);
    expect(whole.revision?.covers).toEqual([0, 0]);
    const number = ana.write(typed(ana, ' dos'));
    await gate.assertClosed();
    expect(ana.frames.some((frame) => frame.t === 'stored' && frame.write === number)).toBe(false);
    expect(await rowsOf(memo)).toHaveLength(1);
    await gate.open(whole.revision);
    expect(await ana.written(number)).toBe('stored');
    expect(await stateOf(memo)).toMatchObject({ head: 1, covered: 0 });
    const later = await (await two.texts.closeGate(keyOf(memo))).readAll();
    expect(later.revision).toMatchObject({ covers: [1, 1], fields: [{ text: 'Uno dos', authors: ['ana'] }] });
  });

  it('closed for too long refuses what waits, for later; rights are judged anew when it opens', async () => {
    const [impatient, node] = [
      await start({ times: { hold: 300 } }),
      await start({ times: { hold: 600_000 } }),
    ];
    const memo = randomUUID();
    const ana = await impatient.connect('ana', memo).synced();
    const there = await node.connect('ana', memo).synced();
    const gate = await node.texts.closeGate(keyOf(memo));
    const first = typed(ana, 'Uno');
    expect(await ana.written(ana.write(first))).toBe('held');
    const number = there.write(first);
    node.host.refuse('ana', 'text_signed');
    await gate.open();
    expect(await there.written(number)).toBe('text_signed');
    expect(await rowsOf(memo)).toEqual([]);
  });

  it('acknowledges nothing that waits at it, also when it is sent again over another connection', async () => {
    const node = await start({ times: { hold: 300 } });
    const memo = randomUUID();
    const ana = await node.connect('ana', memo).synced();
    const gate = await node.texts.closeGate(keyOf(memo));
    const update = typed(ana, 'Uno');
    ana.write(update);
    const back = await node.connect('ana', memo).synced();
    expect(await back.written(back.write(update))).toBe('held');
    expect(await rowsOf(memo)).toEqual([]);
    await gate.open();
    expect(await back.written(back.write(update))).toBe('stored');
    expect(await rowsOf(memo)).toEqual([{ seq: 0, author: 'ana' }]);
  });

  it('does not count what was sent again, of what waits or is written, against the size of the document', async () => {
    const node = await start({ times: { hold: 300 }, limits: { documentBytes: 1_000 } });
    const memo = randomUUID();
    const ana = await node.connect('ana', memo).synced();
    const gate = await node.texts.closeGate(keyOf(memo));
    ana.write(typed(ana, 'x'.repeat(700)));
    const back = await node.connect('ana', memo).synced();
    const writeAll = (more: string) => {
      typed(ana, more);
      return back.written(back.write(Y.encodeStateAsUpdate(ana.document)));
    };
    expect(await writeAll(' y más')).toBe('held');
    await gate.open();
    expect(await writeAll(' y más')).toBe('stored');
    expect(await writeAll(' y aún más')).toBe('stored');
    expect(await writeAll('x'.repeat(300))).toBe('document_full');
  });

  it('is one person’s at a time, and opens by itself when its node is gone', async () => {
    const one = await start({ times: { hold: 600_000 } });
    const memo = randomUUID();
    const ana = await one.connect('ana', memo).synced();
    const kept = await one.texts.closeGate(keyOf(memo));
    const impatient = await start({ times: { hold: 100 } });
    await expect(impatient.texts.closeGate(keyOf(memo))).rejects.toThrow('closed by somebody else');
    await kept.open();
    const two = await start({ times: { lease: 400 } });
    const lost = await two.texts.closeGate(keyOf(memo));
    await two.crash();
    expect(await write(ana, 'Uno')).toBe('stored');
    await expect(lost.readAll()).rejects.toThrow();
  });
});
