import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { MAX_UPDATE_BYTES } from '../protocol.ts';
import { hostileShapes } from '../testing/hostile-updates.fixture.ts';
import { lettersOf, MEMO_ACCOUNT, typeIn } from '../testing/index.ts';
import { textNodes } from '../testing/text-nodes.fixture.ts';
import { quarantinedTexts, restartText } from './restart-text.ts';

const nodes = textNodes();

const revised = (): Uint8Array => {
  const document = new Y.Doc();
  typeIn(document, 'La última revisión');
  return Y.encodeStateAsUpdate(document);
};
const start = async () => {
  const node = await nodes.start();
  node.host.seedWith = revised;
  return node;
};

/** Rows stored by a release without checks; revisions cover the first. */
async function storeAttack(memo: string): Promise<void> {
  const shape = hostileShapes.find(({ name }) => name === 'conflicts brought by many small updates');
  const updates = [...(shape?.before?.(2 * MAX_UPDATE_BYTES) ?? []), shape?.update(2 * MAX_UPDATE_BYTES)];
  await nodes.database.owner.query(
    `insert into vault.text_document (account_id, document, head, covered, bytes, written_at)
     values ($1, $2, 1, 0, 1000, now() - interval '1 day')`,
    [MEMO_ACCOUNT, memo],
  );
  for (const [seq, update] of updates.entries())
    await nodes.database.owner.query(
      'insert into vault.text_update (account_id, document, seq, update, author, at) values ($1, $2, $3, $4, $5, now())',
      [MEMO_ACCOUNT, memo, seq, update, 'mal'],
    );
}

describe('a document whose rows would cost too much', () => {
  it('is shown as its last revision, and nobody else notices', async () => {
    const [memo, other] = [randomUUID(), randomUUID()];
    await storeAttack(memo);
    const node = await start();
    const ana = await node.connect('ana', memo).synced();
    expect(lettersOf(ana.document)).toBe('La última revisión');
    expect(ana.frames[0]).toMatchObject({ t: 'hello', mode: 'read', notice: 'text_quarantined' });
    expect(await ana.written(ana.write(typeIn(ana.document, '!')))).toBe('text_quarantined');
    expect(await quarantinedTexts(node.pool)).toMatchObject([{ document: memo, row: 1 }]);
    const ben = await node.connect('ben', other).synced();
    expect(await ben.written(ben.write(typeIn(ben.document, ' sigue')))).toBe('stored');
  });

  it('does not keep documents that nobody revised from being revised', async () => {
    const [memo, other] = [randomUUID(), randomUUID()];
    await storeAttack(memo);
    const one = await start();
    one.host.beforeRevision = () => {
      throw new Error('not now');
    };
    const ben = await one.connect('ben', other).synced();
    await ben.written(ben.write(typeIn(ben.document, ' y más')));
    await one.stop();
    const heir = await start();
    await heir.texts.sweep(0);
    expect(heir.host.revisions.map(({ document }) => document)).toContain(other);
    expect((await quarantinedTexts(heir.pool)).map(({ document }) => document)).toContain(memo);
    await heir.texts.sweep(0);
    expect(heir.host.revisions.filter(({ document }) => document === memo)).toEqual([]);
  });

  it('begins anew with its last revision once an operator says so, and is written in again', async () => {
    const memo = randomUUID();
    await storeAttack(memo);
    const node = await start();
    const ana = await node.connect('ana', memo).synced();
    expect(await restartText(node.pool, { account: MEMO_ACCOUNT, document: memo })).toBe(2); // prettier-ignore
    // Readers are disconnected, to load the restarted document.
    expect(await ana.closed()).toBe(1013);
    const again = await node.connect('ana', memo).synced();
    expect(again.frames[0]).toMatchObject({ mode: 'edit' });
    expect(lettersOf(again.document)).toBe('La última revisión');
    expect(await again.written(again.write(typeIn(again.document, ', y sigue')))).toBe('stored');
    expect(await nodes.database.updatesOf(memo)).toEqual([
      { seq: 2, author: null },
      { seq: 3, author: 'ana' },
    ]);
    again.send({ t: 'rest' });
    await vi.waitFor(() => expect(node.host.revisions.at(-1)).toMatchObject({ covers: [3, 3] }));
    expect((await quarantinedTexts(node.pool)).map(({ document }) => document)).not.toContain(memo);
  });

  it('of none is known to be begun anew', async () => {
    const node = await start();
    const nowhere = { account: MEMO_ACCOUNT, document: randomUUID() };
    expect(await restartText(node.pool, nowhere)).toBeNull();
  });
});
