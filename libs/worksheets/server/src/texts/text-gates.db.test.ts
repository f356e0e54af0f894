import { randomUUID } from 'node:crypto';
import type { AccountId, Principal } from '@cotejo/access-contracts';
import {
  auditId,
  itemId,
  Unsealed,
  type HeldAudit,
  type ItemId,
  type RawIntent,
} from '@cotejo/audits-contracts';
import { typeIn } from '@cotejo/texts/testing';
import { SettledBranch, SettledTexts, worksheetRoomId } from '@cotejo/worksheets-contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { worksheetDatabase, type WorksheetDatabase } from '../worksheet-database.fixture.ts';
import { TextGates } from './text-gates.ts';
import { TextVault } from './text-vault.ts';
import { WorksheetTexts } from './worksheet-texts.ts';

const account = randomUUID() as AccountId;
const place = { audit: auditId.parse(randomUUID()), item: itemId.parse(randomUUID()) };
const phase = itemId.parse(randomUUID());
const author = randomUUID();
const principal = { accountId: account, userId: author } as unknown as Principal;
const user = { id: author, name: 'Ana', initials: 'A', color: 1 };
const held: HeldAudit = {
  account,
  admission: () => ({ ok: true, user }),
  version: 0,
  typeOf: () => 'step',
  isWithin: (item, branch) => item === branch || (item === place.item && branch === phase),
  judge: () => null,
  slice: () => undefined,
  release: () => undefined,
};
let base: WorksheetDatabase;
beforeAll(async () => {
  base = await worksheetDatabase();
});
afterAll(() => base.drop());

it('a signature takes along what is on its way into the log, whose turn would only come after it', async () => {
  const vault = new TextVault(base.pool);
  const gates = new TextGates({ pool: base.pool, vault });
  const submitted: unknown[] = [];
  const texts = new WorksheetTexts({
    audits: {
      hold: async () => held,
      // Queued behind the signature in its audit.
      submitAsSystem: (_, __, envelopes) => {
        submitted.push(...envelopes);
        return new Promise(() => undefined);
      },
    },
    vault,
    gates,
    pool: base.pool,
    connectionString: '',
    incarnation: 'one',
    log: () => undefined,
    times: { idle: 60_000, most: 120_000, hold: 500 },
  });
  const write = (text: string) =>
    texts.writeAs(principal, place, (document) => void typeIn(document, text, 'evidence'));
  expect(await write('Conforme')).toBeNull();
  await expect.poll(() => submitted.length).toBe(1);

  const left: (() => Promise<void>)[] = [];
  const [sealed] = await gates.sealer([{ kind: 'sign_item', id: place.item, mark: 'completed' }], {
    auditId: place.audit,
    accountId: account,
    afterwards: (work) => void left.push(work),
  });
  expect(sealed).toBeInstanceOf(SettledTexts);
  expect(sealed).toMatchObject({
    texts: [{ field: 'evidence', characters: 8, authors: [author], covers: [0, 0] }],
    rows: 1,
  });
  // The signature was refused: the read rows are not in the log, and edits continue.
  for (const work of left) await work();
  expect(await write(' y firmado')).toBeNull();
  const { rows } = await base.pool.query<{ covered: number; gate: string | null }>(
    'select covered, gate from vault.text_document',
  );
  expect(rows).toEqual([{ covered: -1, gate: null }]);

  // Pending texts accompany the deletion of the item's ancestor, and of no other item.
  await expect.poll(() => submitted.length).toBeGreaterThan(1);
  const cut = submitted.length;
  const words = [{ id: place.item, revisions: [{ field: 'evidence', characters: 18, authors: [author] }] }];
  expect(await underDeletion(gates, phase)).toMatchObject([{ worksheets: words }, 1]);
  // The deletion was refused: the unseen texts are revised now, so that the user can read them before
  // retrying.
  await expect.poll(() => submitted.length).toBeGreaterThan(cut);
  const other = itemId.parse(randomUUID());
  expect(await underDeletion(gates, other)).toEqual([new SettledBranch([]), 0]);
  // And with the end of the audit, but for no other change of its status.
  const action = (name: string) => ({ kind: 'change_audit_status', action: name });
  expect(await under(gates, action('start'))).toEqual([new SettledBranch([]), 0]);
  expect(await under(gates, action('close'))).toMatchObject([{ worksheets: words }, 1]);
});

const underDeletion = (gates: TextGates, id: ItemId) => under(gates, { kind: 'delete_item', id });

/** Sealer result of an intent on a branch or the whole audit, and the number of closed gates. */
async function under(gates: TextGates, intent: RawIntent): Promise<readonly [unknown, number]> {
  const left: (() => Promise<void>)[] = [];
  const [sealed] = await gates.branchSealer([intent], {
    auditId: place.audit,
    accountId: account,
    afterwards: (work) => void left.push(work),
  });
  const { rows } = await base.pool.query('select from vault.text_document where gate is not null');
  for (const work of left) await work();
  return [sealed, rows.length];
}

it('texts that nobody can put together cost their own signature, not the audit', async () => {
  const vault = new TextVault(base.pool);
  const faults: unknown[] = [];
  const gates = new TextGates({ pool: base.pool, vault, fault: (error) => void faults.push(error) });
  const other = { ...place, item: itemId.parse(randomUUID()) };
  const texts = new WorksheetTexts({
    audits: {
      hold: async () => held,
      submitAsSystem: async () => ({ outcomes: [{ ok: true }], version: 0 }),
    },
    ...{ vault, gates, pool: base.pool, connectionString: '', incarnation: 'one', log: () => undefined },
  });
  expect(
    await texts.writeAs(principal, other, (document) => void typeIn(document, 'a', 'evidence')),
  ).toBeNull();
  const document = worksheetRoomId(other.audit, other.item);
  await base.pool.query('update vault.text_update set update = $2 where document = $1', [
    document,
    Buffer.from([1, 1, 1]),
  ]);
  const left: (() => Promise<void>)[] = [];
  const [sealed] = await gates.sealer([{ kind: 'sign_item', id: other.item, mark: 'completed' }], {
    auditId: place.audit,
    accountId: account,
    afterwards: (work) => void left.push(work),
  });
  expect(sealed).toEqual(new Unsealed({ code: 'texts_not_settled' }));
  for (const work of left) await work();
  expect(faults).toHaveLength(1);
  // A broken document does not block its worksheet's deletion.
  expect(await underDeletion(gates, other.item)).toEqual([new SettledBranch([]), 0]);
  const { rows } = await base.pool.query('select gate from vault.text_document where document = $1', [
    document,
  ]);
  expect(rows).toEqual([{ gate: null }]);
});
