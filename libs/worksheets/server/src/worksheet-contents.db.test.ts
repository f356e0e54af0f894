import { randomUUID } from 'node:crypto';
import type { AccessDirectory, AccountId, UserId } from '@cotejo/access-contracts';
import { itemId, type AuditId, type ItemId, type SealedText } from '@cotejo/audits-contracts';
import {
  attachmentId,
  type AttachmentEvent,
  type AttachmentId,
  type TextRevised,
} from '@cotejo/worksheets-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProjectedLog, type EventToProject } from './projected-log.fixture.ts';
import { toAttachmentViews } from './attachments/attachment-views.ts';
import {
  attachmentsChangedAfter,
  attachmentsOfItem,
  evidenceOf,
  findAttachment,
  newestAttachmentChange,
} from './attachments/read-attachments.ts';
import { latestTexts, newestTextChange, revisionsOf, textsChangedAfter } from './texts/read-revisions.ts';
import { toRevisionView, toTextViews } from './texts/text-views.ts';
import type { TextVault } from './texts/text-vault.ts';
import type { WorksheetDatabase } from './worksheet-database.fixture.ts';
import { worksheetsProjector } from './worksheets-projector.ts';

const [ana, luis] = [randomUUID(), randomUUID()] as [UserId, UserId];
const directory = {
  person: (_: AccountId, id: UserId) =>
    id === ana ? { id, firstName: 'Ana', lastName: 'Ruiz', initials: 'AR' } : null,
  timeZone: () => 'Europe/Madrid',
} as unknown as AccessDirectory;
let log: ProjectedLog;
let account: AccountId;
let base: WorksheetDatabase;
let vault: TextVault;

beforeAll(async () => {
  log = await ProjectedLog.open(ana);
  ({ account, base, vault } = log);
});
afterAll(() => log.close());

const newItem = (): ItemId => itemId.parse(randomUUID());
const newAudit = () => randomUUID() as AuditId;
const newAttachment = (): AttachmentId => attachmentId.parse(randomUUID());
const hash = (digit: string): string => digit.repeat(64);

const seal = (text: string) => log.seal(text);
const rich = (text: string): string =>
  JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

/** Appends events to an audit in one batch, after its existing ones. */
async function write(audit: AuditId, told: readonly EventToProject[]): Promise<void> {
  const before = written.get(audit) ?? 0;
  written.set(audit, before + told.length);
  const events = told.map((one) => ({
    ...one,
    schemaVersion: one.type === 'TreeItemCreated' ? 2 : 1,
    at: '2026-03-06T03:30:00.000Z',
  }));
  await log.write(audit, events, before);
}
const written = new Map<AuditId, number>();

const revised = (
  id: ItemId,
  rev: number,
  text: SealedText | null,
  field = 'evidence',
): TextRevised & { readonly by: string } => ({
  type: 'TextRevised',
  by: 'system:texts',
  data: { id, rev, field, text, characters: text ? 3 : 0, authors: [ana, luis], covers: [rev, rev] },
});
const added = (
  id: ItemId,
  attachment: AttachmentId,
  name: SealedText,
  more: { readonly replaces?: AttachmentId; readonly revision?: number; readonly mime?: string } = {},
): AttachmentEvent => {
  const { replaces = null, revision = 1, mime = 'application/pdf' } = more;
  const file = { sha256: hash('a'), bytes: 10, mime };
  return { type: 'AttachmentAdded', data: { id, attachment, field: null, name, file, replaces, revision } };
};

describe('texts of worksheets as they are read', () => {
  const [audit, step] = [newAudit(), newItem()];

  it('are as their newest revisions have them, and each revision tells what it changed', async () => {
    await write(audit, [
      revised(step, 1, await seal(rich('Uno'))),
      revised(step, 2, await seal(rich('Uno dos'))),
      revised(step, 1, await seal(rich('Otra cosa')), 'conclusion'),
    ]);
    await write(audit, [revised(step, 3, null)]);
    const rows = await latestTexts(base.db, account, audit, step);
    const brought = new Map([
      ['objective', 'De antes'],
      ['conclusion', 'Ya revisada'],
    ]);
    expect(await toTextViews({ vault, directory }, account, rows, brought)).toMatchObject([
      { campo: 'conclusion', rev: 1, texto: 'Otra cosa', version: 2 },
      { campo: 'evidence', rev: 3, texto: '', cuerpo: null, redactado: false, version: 3 },
      { campo: 'objective', rev: 0, texto: 'De antes', version: -1, autores: [] },
    ]);
    const of = { item: step, field: 'evidence', before: 3 };
    const [second, first] = await revisionsOf(base.db, account, audit, of, 10);
    expect(await toRevisionView({ vault, directory }, account, second!, first!)).toMatchObject({
      rev: 2,
      anterior: 1,
      autores: [{ name: 'Ana Ruiz' }, { id: luis, name: '' }],
      diferencias: [
        [
          { signo: 'igual', texto: 'Uno' },
          { signo: 'mas', texto: ' dos' },
        ],
      ],
    });
  });

  it('come to who follows as the newest of each, in the order of their change', async () => {
    const told = (rows: readonly { readonly field: string; readonly rev: number }[]) =>
      rows.map(({ field, rev }) => `${field} ${rev}`);
    expect(told(await textsChangedAfter(base.db, account, audit, -1, 10))).toEqual([
      'conclusion 1',
      'evidence 3',
    ]);
    expect(told(await textsChangedAfter(base.db, account, audit, 2, 10))).toEqual(['evidence 3']);
    expect(await newestTextChange(base.db, account, audit)).toBe(3);
    expect(await newestTextChange(base.db, randomUUID() as AccountId, audit)).toBe(-1);
    expect(await latestTexts(base.db, randomUUID() as AccountId, audit, step)).toEqual([]);
  });

  it('that were redacted say so, and those that somebody changed are not shown', async () => {
    const [other, item] = [newAudit(), newItem()];
    const [redacted, altered] = [await seal(rich('Secreto')), await seal(rich('Cierto'))];
    await base.owner.query(
      'update vault.text_body set body = null, salt = null, redacted_at = now() where ref = $1',
      [redacted.ref],
    );
    await write(other, [revised(item, 1, redacted)]);
    const rows = () => latestTexts(base.db, account, other, item);
    expect(await toTextViews({ vault, directory }, account, await rows(), new Map())).toMatchObject([
      { cuerpo: null, redactado: true },
    ]);
    await base.owner.query('update vault.text_body set body = $2 where ref = $1', [
      altered.ref,
      rich('Falso'),
    ]);
    await write(other, [revised(item, 2, altered)]);
    const madeUp = { ...altered, ref: randomUUID() };
    await write(other, [
      revised(item, 1, madeUp, 'objective'),
      revised(item, 1, await seal(rich('Cierto')), 'conclusion'),
    ]);
    // An altered text does not hide the others.
    expect(await toTextViews({ vault, directory }, account, await rows(), new Map())).toMatchObject([
      { campo: 'conclusion', texto: 'Cierto', alterado: false },
      { campo: 'evidence', rev: 2, cuerpo: null, texto: '', redactado: false, alterado: true },
      { campo: 'objective', cuerpo: null, alterado: true },
    ]);
  });
});

describe('files of copies', () => {
  const item = (id: ItemId, parent: ItemId | null, operation?: string) => ({
    type: 'TreeItemCreated',
    data: { id, parent, type: 'step', name: 'x', place: 'a', status: 'new', assignee: null },
    ...(operation && { operation }),
  });
  const copied = (
    id: ItemId,
    attachment: AttachmentId,
    of: AttachmentId,
    name: SealedText,
    operation?: string,
  ) => ({
    type: 'AttachmentCopied',
    data: {
      id,
      attachment,
      of,
      field: 'objective',
      name,
      file: { sha256: hash('c'), bytes: 10, mime: 'image/png' },
    },
    ...(operation && { operation }),
  });
  const holders = async (...ids: readonly AttachmentId[]) => {
    const { rows } = await base.pool.query<{ id: string }>(
      'select id from vault.file_use where id = any ($1::uuid[])',
      [ids],
    );
    return ids.filter((id) => rows.some((row) => row.id === id));
  };
  async function keep(file: AttachmentId): Promise<void> {
    await base.pool.query(
      `with file as (insert into vault.stored_file (account_id, sha256, bytes, created_at) values ($1, $2, 10, now())
         on conflict (account_id, sha256) do update set bytes = 10 returning account_id, sha256)
       insert into vault.file_use (account_id, id, sha256, created_at) select account_id, $3, sha256, now() from file`,
      [account, hash('c'), file],
    );
  }

  it('are held by each for itself, and found by the name that its texts have for it', async () => {
    const [audit, step, copy] = [newAudit(), newItem(), newItem()];
    const [file, own] = [newAttachment(), newAttachment()];
    await keep(file);
    await write(audit, [
      item(step, null),
      { ...added(step, file, await seal('acta.png')) },
      item(copy, null),
      copied(copy, own, file, await seal('acta.png')),
    ]);
    expect(await holders(file, own)).toEqual([file, own]);
    const found = async (id: AttachmentId) =>
      (await findAttachment(base.db, account, audit, id))?.attachmentId;
    expect([await found(file), await found(own)]).toEqual([file, own]);
    await write(audit, [{ type: 'TreeItemPurged', data: { id: step, items: 1 } }]);
    expect(await holders(file, own)).toEqual([own]);
    expect(await found(file)).toBe(own);
    await write(audit, [{ type: 'TreeItemPurged', data: { id: copy, items: 1 } }]);
    expect(await holders(own)).toEqual([]);
    expect(await found(file)).toBeUndefined();
  });

  it.each([
    ['is finished, for all to see', 'OperationFinished', 1],
    ['is given up, without a trace', 'OperationDiscarded', 0],
  ])('are no evidence of anything until the copy %s', async (_, end, seen) => {
    const [audit, copy, file, operation] = [newAudit(), newItem(), newAttachment(), randomUUID()];
    await keep(newAttachment());
    await write(audit, [
      item(copy, null, operation),
      copied(copy, file, newAttachment(), await seal('a.png'), operation),
    ]);
    const evidence = async () => (await evidenceOf(base.db, account, audit, { limite: 10 })).length;
    expect([await evidence(), await holders(file)]).toEqual([0, [file]]);
    const gone = { type: 'TreeItemPurged', data: { id: copy, items: 1 } };
    await write(audit, [...(seen ? [] : [gone]), { type: end, data: { operation } }]);
    expect([await evidence(), (await holders(file)).length]).toEqual([seen, seen]);
  });
});

describe('files of worksheets as they are read', () => {
  it('follow their versions, removals and signatures', async () => {
    const [audit, step, one, two] = [newAudit(), newItem(), newAttachment(), newAttachment()];
    await write(audit, [
      added(step, one, await seal('uno.pdf')),
      added(step, two, await seal('dos.pdf'), { replaces: one, revision: 2 }),
      { type: 'AttachmentRemoved', data: { id: step, attachment: two } },
    ]);
    const views = async () =>
      toAttachmentViews(
        { vault, directory },
        account,
        await attachmentsOfItem(base.db, account, audit, step),
      );
    expect(await views()).toMatchObject([
      {
        id: one,
        nombre_archivo: 'uno.pdf',
        reemplazado: false,
        orden: 0,
        version: 2,
        created_at: '2026-03-06',
      },
      { id: two, reemplaza: one, revision: 2, eliminado: true, version: 2 },
    ]);
    await write(audit, [
      { type: 'AttachmentRestored', data: { id: step, attachment: two } },
      {
        type: 'AttachmentSigned',
        data: { id: step, attachment: two, mark: 'completed', sha256: hash('a') },
        by: luis,
      },
    ]);
    expect(await views()).toMatchObject([
      { reemplazado: true, version: 3 },
      { eliminado: false, version: 4, firmas: { completado: [{ id: luis }], revisado: [] } },
    ]);
    expect(await newestAttachmentChange(base.db, account, audit)).toBe(4);
    expect(await findAttachment(base.db, randomUUID() as AccountId, audit, one)).toBeNull();
  });

  it('are not torn apart at the end of a page where two changed at once', async () => {
    const [audit, step, one, two] = [newAudit(), newItem(), newAttachment(), newAttachment()];
    await write(audit, [
      added(step, one, await seal('uno.pdf')),
      added(step, two, await seal('dos.pdf'), { replaces: one, revision: 2 }),
      added(step, newAttachment(), await seal('tres.pdf')),
    ]);
    const page = await attachmentsChangedAfter(base.db, account, audit, -1, 1);
    expect(page.map(({ attachmentId: id }) => id).sort()).toEqual([one, two].sort());
    const rest = await attachmentsChangedAfter(base.db, account, audit, page[0]!.version, 1);
    expect(rest.map(({ added: at }) => at)).toEqual([2]);
  });

  it('leave with their item for good, and nobody holds their bytes; rebuilt it is all the same', async () => {
    const [audit, phase, step, file] = [newAudit(), newItem(), newItem(), newAttachment()];
    const item = (id: ItemId, parent: ItemId | null) => ({
      type: 'TreeItemCreated',
      data: { id, parent, type: 'step', name: 'x', place: 'a', status: 'new', assignee: null },
    });
    await base.pool.query(
      `with file as (insert into vault.stored_file (account_id, sha256, bytes, created_at) values ($1, $2, 10, now())
         returning account_id, sha256)
       insert into vault.file_use (account_id, id, sha256, created_at) select account_id, $3, sha256, now() from file`,
      [account, hash('b'), file],
    );
    const held = async () =>
      (await base.pool.query('select from vault.file_use where id = $1', [file])).rowCount;
    const document = `${audit}.${step}`;
    await base.pool.query(
      `insert into vault.text_document (account_id, document, written_at)
       values ($1, $2, '2026-01-01'), ($1, $3, '2026-01-01')`,
      [account, document, `${audit}.${newItem()}`],
    );
    const documents = async () =>
      (await base.pool.query('select from vault.text_document where account_id = $1', [account])).rowCount;
    await write(audit, [
      item(phase, null),
      item(step, phase),
      added(step, file, await seal('acta.pdf')),
      revised(step, 1, await seal(rich('Uno'))),
      { type: 'TreeItemDeleted', data: { id: phase, items: 2 } },
    ]);
    const query = { limite: 10 } as const;
    expect(await evidenceOf(base.db, account, audit, query)).toEqual([]);
    expect(await findAttachment(base.db, account, audit, file)).not.toBeNull();
    expect(await held()).toBe(1);
    await write(audit, [{ type: 'TreeItemPurged', data: { id: phase, items: 2 } }]);
    expect(await findAttachment(base.db, account, audit, file)).toBeNull();
    expect(await latestTexts(base.db, account, audit, step)).toEqual([]);
    expect(await held()).toBe(0);
    expect(await documents()).toBe(1);

    const before = await rowsOfAll();
    expect(before.length).toBeGreaterThan(5);
    await log.rebuild(worksheetsProjector.version + 1);
    expect(await rowsOfAll()).toEqual(before);
  });
});

async function rowsOfAll(): Promise<string[]> {
  const { rows } = await base.pool.query<{ row: string }>(
    `select to_jsonb(t)::text as row from read.text_revision t
     union all select to_jsonb(a)::text from read.attachment a order by 1`,
  );
  return rows.map(({ row }) => row);
}
