import { randomUUID } from 'node:crypto';
import type { RawClient } from '@cotejo/rooms/testing';
import { describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { lettersOf, MEMO_ACCOUNT, memoTextHost, typeIn, type TextNode } from '../testing/index.ts';
import type { TextNodeOptions } from '../testing/text-node.fixture.ts';
import { textNodes } from '../testing/text-nodes.fixture.ts';

const nodes = textNodes();
const start = (options?: TextNodeOptions) => nodes.start(options);
const typed = ({ document }: RawClient, text: string) => typeIn(document, text);
const write = (client: RawClient, text: string) => client.written(client.write(typed(client, text)));
const shown = ({ document }: RawClient) => lettersOf(document);

/** Deletes everything, and returns the resulting update. */
function clear({ document }: RawClient): Uint8Array {
  const before = Y.encodeStateVector(document);
  const body = document.getXmlFragment('body');
  body.delete(0, body.length);
  return Y.encodeStateAsUpdate(document, before);
}

/** A promise that one side awaits and the other resolves. */
function moment() {
  let tell = () => {};
  const told = new Promise<void>((resolve) => (tell = resolve));
  return { told, tell };
}

interface Result {
  readonly rows: readonly Record<string, unknown>[];
}
type Around = (statement: string, run: () => Promise<Result>) => Promise<Result>;
const [LOAD, READ_ON] = ['select d.epoch', 'select d.covered'];
const [APPEND, CLAIM] = ['insert into vault.text_update', 'insert into vault.text_client'];

/** Routes a node's database queries through `around`, which may delay them or fail. */
function interpose({ pool }: TextNode) {
  const query = pool.query.bind(pool) as unknown as (...asked: unknown[]) => Promise<Result>;
  const between = { underWay: 0, around: ((_statement, run) => run()) as Around };
  const through = async (statement: string, values: unknown): Promise<Result> => {
    between.underWay++;
    try {
      return await between.around(statement, () => query(statement, values));
    } finally {
      between.underWay--;
    }
  };
  pool.query = through as never;
  return between;
}

describe('of two nodes that have a document open', () => {
  it('one that makes covered rows one keeps what the other wrote and covered meanwhile', async () => {
    const [one, two] = [await start({ limits: { coveredRows: 2 } }), await start()];
    const memo = randomUUID();
    const ana = await one.connect('ana', memo).synced();
    const eva = await two.connect('eva', memo).synced();
    await write(ana, 'Uno');
    await write(ana, ' dos');
    const [isRead, goOn] = [moment(), moment()];
    let known: unknown = null;
    interpose(one).around = async (statement, run) => {
      const result = await run();
      if (statement.includes(READ_ON)) known = result.rows[0]?.['covered'];
      if (statement.includes(LOAD)) {
        isRead.tell();
        await goOn.told;
      }
      return result;
    };
    const rest = one.texts.rest();
    await isRead.told;
    await eva.until(() => shown(eva) === 'Uno dos', 'what ana wrote');
    await write(eva, ' tres');
    await two.texts.rest();
    await vi.waitFor(() => expect(known).toBe(2));
    goOn.tell();
    await rest;
    expect(await nodes.database.updatesOf(memo)).toEqual([
      { seq: 1, author: null },
      { seq: 2, author: 'eva' },
    ]);
    const gate = await two.texts.closeGate({ account: MEMO_ACCOUNT, document: memo });
    expect(await gate.readAll()).toMatchObject({ fields: [{ text: 'Uno dos tres' }], revision: null });
    await gate.open();
  });

  it('one that has not heard yet what the other took in takes it from who changes nodes, and what they add', async () => {
    const [one, two] = [await start(), await start()];
    const memo = randomUUID();
    const [ana, ben] = [await one.connect('ana', memo).synced(), await one.connect('ben', memo).synced()];
    // The document is open there.
    await two.connect('eva', memo).synced();
    const [isClaimed, goOn] = [moment(), moment()];
    interpose(two).around = async (statement, run) => {
      if (statement.includes(READ_ON)) await goOn.told;
      const result = await run();
      if (statement.includes(CLAIM)) isClaimed.tell();
      return result;
    };
    await write(ben, 'Uno');
    await ana.until(() => shown(ana) === 'Uno', 'what ben wrote');
    await ana.close();
    const there = await two.connect('ana', memo, { document: ana.document }).synced();
    typed(there, ' dos');
    const answer = there.written(there.write(Y.encodeStateAsUpdate(there.document)));
    await isClaimed.told;
    goOn.tell();
    expect(await answer).toBe('stored');
    expect(await nodes.database.updatesOf(memo)).toEqual([
      { seq: 0, author: 'ben' },
      { seq: 1, author: 'ana' },
    ]);
    await ben.until(() => shown(ben) === 'Uno dos', 'what ana wrote there');
  });

  it('the second that takes away the same changes nothing, and no revision tells of that', async () => {
    const host = memoTextHost();
    const [one, two] = [await start({ host }), await start({ host })];
    const memo = randomUUID();
    const ana = await one.connect('ana', memo).synced();
    const eva = await two.connect('eva', memo).synced();
    await write(ana, 'Uno');
    await eva.until(() => shown(eva) === 'Uno', 'what ana wrote');
    await one.texts.rest();
    const [isSent, goOn] = [moment(), moment()];
    interpose(two).around = async (statement, run) => {
      if (statement.includes(READ_ON)) await goOn.told;
      const result = await run();
      if (statement.includes(APPEND)) isSent.tell();
      return result;
    };
    await ana.written(ana.write(clear(ana)));
    await one.texts.rest();
    const answer = eva.written(eva.write(clear(eva)));
    await isSent.told;
    goOn.tell();
    expect(await answer).toBe('stored');
    await two.texts.rest();
    expect(await nodes.database.stateOf(memo)).toMatchObject({ head: 2, covered: 2 });
    await write(eva, 'Dos');
    await two.texts.rest();
    expect(host.revisions.map(({ covers }) => covers)).toEqual([
      [0, 0],
      [1, 1],
      [3, 3],
    ]);
  });

  it('one that can not read on while it writes ends both, and who was there comes back', async () => {
    const [one, two] = [await start(), await start()];
    const memo = randomUUID();
    const ana = await one.connect('ana', memo).synced();
    const eva = await two.connect('eva', memo).synced();
    const [isSent, goOn] = [moment(), moment()];
    const between = interpose(one);
    let isMended = false;
    between.around = async (statement, run) => {
      if (statement.includes(READ_ON) && !isMended) throw new Error('not now');
      if (statement.includes(APPEND)) {
        isSent.tell();
        await goOn.told;
      }
      return run();
    };
    ana.write(typed(ana, 'Uno'));
    await isSent.told;
    expect(await write(eva, 'Antes')).toBe('stored');
    expect(await ana.closed()).toBe(1013);
    isMended = true;
    goOn.tell();
    await vi.waitFor(() => expect(between.underWay).toBe(0));
    expect(await nodes.database.updatesOf(memo)).toHaveLength(2);
    const back = await one.connect('ana', memo, { document: ana.document }).synced();
    expect(await back.written(back.write(Y.encodeStateAsUpdate(ana.document)))).toBe('stored');
    expect(await nodes.database.updatesOf(memo)).toHaveLength(2);
    for (const word of ['Antes', 'Uno']) expect(shown(back)).toContain(word);
  });
});
