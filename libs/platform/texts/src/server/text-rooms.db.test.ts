import { randomUUID } from 'node:crypto';
import type { RawClient } from '@cotejo/rooms/testing';
import { describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { lettersOf, typeIn, type TextNode } from '../testing/index.ts';
import type { TextNodeOptions } from '../testing/text-node.fixture.ts';
import { textNodes } from '../testing/text-nodes.fixture.ts';

const nodes = textNodes();
const start = (options?: TextNodeOptions) => nodes.start(options);
const rowsOf = (memo: string) => nodes.database.updatesOf(memo);
const stateOf = (memo: string) => nodes.database.stateOf(memo);

const typed = (client: RawClient | Y.Doc, text: string, field?: string) =>
  typeIn(client instanceof Y.Doc ? client : client.document, text, field);
const write = (client: RawClient, text: string, field = 'body') =>
  client.written(client.write(typed(client, text, field)));
const shown = (client: RawClient, field?: string) => lettersOf(client.document, field);

describe('writing together', () => {
  it('is stored before it is acknowledged, and shown to the others of both nodes', async () => {
    const [one, two] = [await start(), await start()];
    const memo = randomUUID();
    const ana = await one.connect('ana', memo).synced();
    const ben = await one.connect('ben', memo).synced();
    const eva = await two.connect('eva', memo).synced();
    expect(ana.asked).toHaveLength(1);
    expect(await write(ana, 'Hola')).toBe('stored');
    expect(await rowsOf(memo)).toEqual([{ seq: 0, author: 'ana' }]);
    for (const other of [ben, eva]) await other.until(() => shown(other) === 'Hola', 'what ana wrote');
    expect(await write(eva, ' mundo')).toBe('stored');
    for (const other of [ana, ben]) await other.until(() => shown(other) === 'Hola mundo', 'what eva wrote');
    expect(ben.version).toBe(1);
    expect(ben.gaps).toBe(0);
  });

  it('goes on from what lies in the vault, and a client that wrote alone brings what is missing', async () => {
    const one = await start();
    const memo = randomUUID();
    const ana = await one.connect('ana', memo).synced();
    await write(ana, 'Uno');
    ana.cut();
    const held = typed(ana, ' dos');
    expect(held.length).toBeGreaterThan(0);
    await one.stop();
    const two = await start();
    const again = await two.connect('ana', memo, { document: ana.document }).synced();
    await again.until(() => again.asked.length === 1, 'the server to ask');
    const missing = Y.encodeStateAsUpdate(again.document, again.asked[0]);
    expect(await again.written(again.write(missing))).toBe('stored');
    const ben = await two.connect('ben', memo).synced();
    expect(shown(ben)).toBe('Uno dos');
  });

  it('writes nothing when all of it is there, and takes what others wrote when it is brought again', async () => {
    const [one, two] = [await start(), await start()];
    const memo = randomUUID();
    const ana = await one.connect('ana', memo).synced();
    const ben = await one.connect('ben', memo).synced();
    await write(ana, 'Uno');
    await ben.until(() => shown(ben) === 'Uno', 'what ana wrote');
    expect(await ben.written(ben.write(Y.encodeStateAsUpdate(ben.document)))).toBe('stored');
    expect(await rowsOf(memo)).toHaveLength(1);
    // Also on a node that has no rows of it yet: the client resends everything, plus an edit of its own.
    typed(ben, ' dos');
    const roaming = await two.connect('ben', memo, { document: ben.document }).synced();
    expect(await roaming.written(roaming.write(Y.encodeStateAsUpdate(ben.document)))).toBe('stored');
    expect(await rowsOf(memo)).toEqual([
      { seq: 0, author: 'ana' },
      { seq: 1, author: 'ben' },
    ]);
  });

  it('begins with the seed, once for all nodes, and its ids are nobody’s', async () => {
    const seed = new Y.Doc();
    seed.clientID = 7;
    typed(seed, 'Antes');
    const [one, two] = [await start(), await start()];
    for (const { host } of [one, two]) host.seedWith = () => Y.encodeStateAsUpdate(seed);
    const memo = randomUUID();
    const clients = await Promise.all([one, two, one].map((node) => node.connect('ana', memo).synced()));
    for (const client of clients) expect(shown(client)).toBe('Antes');
    expect(await rowsOf(memo)).toEqual([{ seq: 0, author: null }]);
    expect(await stateOf(memo)).toMatchObject({ head: 0, covered: 0 });
    const forger = new Y.Doc();
    Y.applyUpdate(forger, Y.encodeStateAsUpdate(seed));
    forger.clientID = 7;
    expect(await clients[0]!.written(clients[0]!.write(typed(forger, '!')))).toBe('forged_author');
  });
});

describe('a client that does not keep to the rules', () => {
  const foreign = (change: (document: Y.Doc) => void) => {
    const document = new Y.Doc();
    change(document);
    return Y.encodeStateAsUpdate(document);
  };
  const half = () => {
    const document = new Y.Doc();
    typed(document, 'a');
    const before = Y.encodeStateVector(document);
    typed(document, 'b');
    return Y.encodeStateAsUpdate(document, before);
  };
  const cyclic = () => {
    // Two structs of two clients, each naming the other as its origin.
    const bytes = (client: number, other: number) => [1, client, 0, 0x84, other, 0, 1, 97];
    return new Uint8Array([2, ...bytes(1, 2), ...bytes(2, 1), 0]);
  };

  it.each<[string, string, () => Uint8Array]>([
    ['bytes of nonsense', 'malformed', () => new Uint8Array([9, 200, 200, 200])],
    ['a truncated update', 'malformed', () => foreign((one) => typed(one, 'abc')).slice(0, -6)],
    ['a root that is no field', 'foreign_root', () => foreign((one) => one.getMap('settings').set('a', 1))],
    [
      'a root called like something of every object',
      'foreign_root',
      () => foreign((one) => one.getMap('constructor').set('a', 1)),
    ],
    ['a document within', 'malformed', () => foreign((one) => one.getMap('shapes').set('a', new Y.Doc()))],
    ['what builds on what never came', 'incomplete', half],
    ['structs that wait for each other', 'incomplete', cyclic],
    ['too much at once', 'too_large', () => foreign((one) => typed(one, 'x'.repeat(5_000)))],
  ])('is refused %s (%s), and nobody else notices', async (_case, code, update) => {
    const node = await start({ limits: { updateBytes: 4_000 } });
    const memo = randomUUID();
    const [ana, mal] = await Promise.all(['ana', 'mal'].map((name) => node.connect(name, memo).synced()));
    expect(await mal!.written(mal!.write(update()))).toBe(code);
    expect(await write(ana!, 'sigue')).toBe('stored');
    expect(await rowsOf(memo)).toEqual([{ seq: 0, author: 'ana' }]);
    expect(mal!.closeCode).toBeNull();
  });

  it('may not write in another’s name, on either node, and may delete what others wrote', async () => {
    const [one, two] = [await start(), await start()];
    const memo = randomUUID();
    const ana = await one.connect('ana', memo).synced();
    await write(ana, 'mío');
    const mal = await two.connect('mal', memo).synced();
    const forger = new Y.Doc();
    Y.applyUpdate(forger, Y.encodeStateAsUpdate(mal.document));
    forger.clientID = ana.document.clientID;
    expect(await mal.written(mal.write(typed(forger, ' falso')))).toBe('forged_author');
    const before = Y.encodeStateVector(mal.document);
    mal.document.getXmlFragment('body').delete(0, 1);
    expect(await mal.written(mal.write(Y.encodeStateAsUpdate(mal.document, before)))).toBe('stored');
    await ana.until(() => shown(ana) === '', 'the deletion');
  });

  it('is refused once the document is as large as it may be', async () => {
    const node = await start({ limits: { documentBytes: 3_000 } });
    const ana = await node.connect('ana', randomUUID()).synced();
    expect(await write(ana, 'x'.repeat(2_000))).toBe('stored');
    expect(await write(ana, 'x'.repeat(2_000))).toBe('document_full');
  });

  it('is closed when it writes without a number, or too much at once', async () => {
    const node = await start({ roomLimits: { writesInFlight: 3 } });
    const memo = randomUUID();
    const [plain, busy] = [
      await node.connect('ana', memo).synced(),
      await node.connect('ben', memo).synced(),
    ];
    plain.writeDocument(typed(plain, 'x'));
    expect(await plain.closed()).toBe(4403);
    for (let n = 0; n < 5; n++) busy.write(typed(busy, 'x'));
    expect(await busy.closed()).toBe(4429);
  });
});

describe('rights', () => {
  it('are judged on every write: who loses them is refused from then on', async () => {
    const node = await start();
    const memo = randomUUID();
    const ana = await node.connect('ana', memo).synced();
    expect(await write(ana, 'a')).toBe('stored');
    node.host.refuse('ana', 'text_signed');
    await node.texts.judgeAgain(memo);
    expect(await write(ana, 'b')).toBe('text_signed');
    await ana.until(
      () => ana.frames.some((frame) => frame.t === 'mode' && frame.mode === 'read'),
      'its mode',
    );
    node.host.shutOut.add('ana');
    await node.texts.judgeAgain(memo);
    expect(await ana.closed()).toBe(4403);
    expect(await rowsOf(memo)).toHaveLength(1);
  });

  it('keep people out, and nobody finds what does not exist', async () => {
    const node = await start();
    node.host.shutOut.add('eve');
    expect(await node.connect('eve', 'any').closed()).toBe(4403);
    expect(await node.connect('ana', 'missing').closed()).toBe(4404);
  });
});

describe('a document that can’t be read', () => {
  it('is an error with a code of its own, and never an empty page', async () => {
    const node = await start();
    const memo = randomUUID();
    await write(await node.connect('ana', memo).synced(), 'algo');
    await node.stop();
    await nodes.database.owner.query(`update vault.text_update set update = '\\x0909' where document = $1`, [
      memo,
    ]);
    const again = await start();
    const ana = again.connect('ana', memo);
    expect(await ana.closed()).toBe(4500);
    expect(ana.frames).toEqual([]);
  });

  it('of a restored store is another document', async () => {
    const node = await start();
    const memo = randomUUID();
    const ana = await node.connect('ana', memo).synced();
    await write(ana, 'algo');
    const [hello] = ana.frames;
    await ana.close();
    await vi.waitFor(() => expect(node.texts.load.documents).toBe(0));
    node.host.restoreAs('two');
    const document = hello?.t === 'hello' ? hello.document : '';
    const back = node.connect('ana', memo, { holds: { document, version: -1, link: '' } });
    await back.until(() => back.frames.some(({ t }) => t === 'reset'), 'the reset');
  });
});

describe('revisions', () => {
  const texts = (node: TextNode) =>
    node.host.revisions.map(({ covers, fields }) => [
      covers,
      fields.map(({ field, text, authors }) => [field, text, authors]),
    ]);

  it('say which fields changed, by whom, and which rows they cover', async () => {
    const node = await start();
    const memo = randomUUID();
    const [ana, ben] = await Promise.all(['ana', 'ben'].map((name) => node.connect(name, memo).synced()));
    await write(ana!, 'Uno');
    await ben!.until(() => shown(ben!) === 'Uno');
    await write(ben!, ' dos');
    await write(ben!, 'Nota', 'notes');
    ben!.send({ t: 'rest' });
    await vi.waitFor(() => expect(node.host.revisions).toHaveLength(1));
    expect(texts(node)).toEqual([
      [
        [0, 2],
        [
          ['body', 'Uno dos', ['ana', 'ben']],
          ['notes', 'Nota', ['ben']],
        ],
      ],
    ]);
    await vi.waitFor(async () => expect(await stateOf(memo)).toMatchObject({ head: 2, covered: 2 }));
    await write(ana!, '!', 'notes');
    await Promise.all([ana!.close(), ben!.close()]);
    await vi.waitFor(() => expect(texts(node)[1]).toEqual([[3, 3], [['notes', 'Nota!', ['ana']]]]));
    await vi.waitFor(() => expect(node.texts.load.documents).toBe(0));
  });

  it('are cut when people pause, by one of the nodes', async () => {
    const times = { idle: 30, most: 2_000 };
    const [one, two] = [await start({ times }), await start({ times })];
    const memo = randomUUID();
    const ana = await one.connect('ana', memo).synced();
    const eva = await two.connect('eva', memo).synced();
    await write(ana, 'Uno');
    await eva.until(() => shown(eva) === 'Uno');
    await vi.waitFor(async () => expect(await stateOf(memo)).toMatchObject({ head: 0, covered: 0 }));
    await write(eva, ' dos');
    await vi.waitFor(async () => expect(await stateOf(memo)).toMatchObject({ head: 1, covered: 1 }));
    // By either node.
    const covered = [...one.host.revisions, ...two.host.revisions].map(({ covers }) => covers);
    expect(covered.sort(([a], [b]) => a - b)).toEqual([
      [0, 0],
      [1, 1],
    ]);
  });

  it('that can’t be kept are cut again, also when their node is gone', async () => {
    const node = await start();
    const memo = randomUUID();
    node.host.beforeRevision = () => {
      throw new Error('not now');
    };
    const ana = await node.connect('ana', memo).synced();
    await write(ana, 'Uno');
    await node.stop();
    expect(await stateOf(memo)).toMatchObject({ head: 0, covered: -1 });
    const heir = await start();
    await heir.texts.sweep(0);
    expect(
      heir.host.revisions.filter(({ document }) => document === memo).map(({ covers }) => covers),
    ).toEqual([[0, 0]]);
    expect(await stateOf(memo)).toMatchObject({ head: 0, covered: 0 });
    expect(heir.texts.load.documents).toBe(0);
  });

  it('let the rows that they cover become one, and no others', async () => {
    const node = await start({ limits: { coveredRows: 3 } });
    const memo = randomUUID();
    const ana = await node.connect('ana', memo).synced();
    for (const letter of 'abcd') await write(ana, letter);
    node.host.beforeRevision = () => write(ana, 'e').then(() => undefined);
    ana.send({ t: 'rest' });
    await vi.waitFor(async () =>
      expect(await rowsOf(memo)).toEqual([
        { seq: 3, author: null },
        { seq: 4, author: 'ana' },
      ]),
    );
    expect(await stateOf(memo)).toEqual({ head: 4, covered: 3, base: 3 });
    const ben = await (await start()).connect('ben', memo).synced();
    expect(shown(ben)).toBe('abcde');
  });
});
