import { randomUUID } from 'node:crypto';
import type { AccessDirectory, AccountId } from '@cotejo/access-contracts';
import { itemId, type AuditId, type ItemId, type SealedText } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProjectedLog } from '../projected-log.fixture.ts';
import type { TextVault } from '../texts/text-vault.ts';
import type { WorksheetDatabase } from '../worksheet-database.fixture.ts';
import { readContents } from './read-contents.ts';

const ana = randomUUID();
const directory = { person: () => null, timeZone: () => 'Europe/Madrid' } as unknown as AccessDirectory;
let log: ProjectedLog;
let account: AccountId;
let base: WorksheetDatabase;
let vault: TextVault;

beforeAll(async () => {
  log = await ProjectedLog.open(ana);
  ({ account, base, vault } = log);
});
afterAll(() => log.close());

const seal = (text: string) => log.seal(text);
const rich = (text: string): Promise<SealedText> =>
  seal(JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }));

type Told = readonly [type: string, data: object];

/** An audit with a step and later events; version 0 creates the step. */
class Past {
  readonly audit = randomUUID() as AuditId;
  readonly step = itemId.parse(randomUUID());
  private next = 0;

  static async of(told: (step: ItemId) => readonly Told[]): Promise<Past> {
    const past = new Past();
    const { step: id } = past;
    const step = { id, parent: null, type: 'step', name: 'x', place: 'a', status: 'new', assignee: null };
    await past.tell([['TreeItemCreated', step], ...told(id)]);
    return past;
  }

  async tell(told: readonly Told[]): Promise<void> {
    const events = told.map(([type, data]) => ({
      type,
      data,
      schemaVersion: type === 'TreeItemCreated' ? 2 : 1,
      at: '2026-03-06T15:30:00.000Z',
    }));
    await log.write(this.audit, events, this.next);
    this.next += told.length;
  }

  at(version: number, of = account) {
    const { audit, step: item } = this;
    return readContents({ db: base.db, vault, directory }, of, { audit, item, version });
  }
}

const revised =
  (field: string, rev: number, text: SealedText | null) =>
  (id: ItemId): Told => [
    'TextRevised',
    { id, rev, field, text, characters: text ? 3 : 0, authors: [ana], covers: [rev, rev] },
  ];

describe('a worksheet as it was at a version: its texts', () => {
  it('are those that were revised by then, as they stood; what nobody had written is not there', async () => {
    const [one, two, other] = [await rich('Uno'), await rich('Uno dos'), await rich('Otra cosa')];
    const past = await Past.of((id) => [
      revised('evidence', 1, one)(id),
      revised('evidence', 2, two)(id),
      revised('conclusion', 1, other)(id),
      revised('evidence', 3, null)(id),
    ]);
    const said = async (version: number) =>
      (await past.at(version))?.textos.map(({ campo, rev, texto }) => [campo, rev, texto]);
    expect(await said(0)).toEqual([]);
    expect(await said(1)).toEqual([['evidence', 1, 'Uno']]);
    expect(await said(3)).toEqual([
      ['conclusion', 1, 'Otra cosa'],
      ['evidence', 2, 'Uno dos'],
    ]);
    expect(await said(4)).toEqual([
      ['conclusion', 1, 'Otra cosa'],
      ['evidence', 3, ''],
    ]);
    expect(await past.at(4, randomUUID() as AccountId)).toBeNull();
  });

  it('begin with what an import brought, from the version that brought it', async () => {
    const [objective, text] = [await seal('Revisar pagos'), await rich('Reescrito')];
    const programme: Told = ['StepProgrammeSet', { objective, instructions: [] }];
    const past = await Past.of((id) => [
      ['TreeItemRenamed', { id, name: 'b', from: 'a', overwrote: null }],
      [programme[0], { id, ...programme[1] }],
      revised('objective', 1, text)(id),
    ]);
    const said = async (version: number) =>
      (await past.at(version))?.textos.map(({ rev, texto }) => [rev, texto]);
    expect(await said(1)).toEqual([]);
    expect(await said(2)).toEqual([[0, 'Revisar pagos']]);
    expect(await said(3)).toEqual([[1, 'Reescrito']]);
  });

  it('say so when they were redacted since', async () => {
    const secret = await rich('Secreto');
    const past = await Past.of((id) => [
      revised('evidence', 1, secret)(id),
      revised('evidence', 2, null)(id),
    ]);
    await base.owner.query(
      'update vault.text_body set body = null, salt = null, redacted_at = now() where ref = $1',
      [secret.ref],
    );
    expect((await past.at(1))?.textos).toMatchObject([{ campo: 'evidence', cuerpo: null, redactado: true }]);
    expect((await past.at(2))?.textos).toMatchObject([{ campo: 'evidence', redactado: false }]);
  });
});

describe('a worksheet as it was at a version: its files', () => {
  it('are those that were there, with their removals, newer ones and signatures of then', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const names = [await seal('uno.pdf'), await seal('dos.pdf')];
    const file = { sha256: 'a'.repeat(64), bytes: 10, mime: 'application/pdf' };
    const past = await Past.of((id) => {
      const added = { id, field: null, file };
      return [
        ['AttachmentAdded', { ...added, attachment: one, name: names[0], replaces: null, revision: 1 }],
        ['AttachmentSigned', { id, attachment: one, mark: 'completed', sha256: file.sha256 }],
        ['AttachmentAdded', { ...added, attachment: two, name: names[1], replaces: one, revision: 2 }],
        ['AttachmentRemoved', { id, attachment: two }],
        ['AttachmentRestored', { id, attachment: two }],
      ];
    });
    const files = async (version: number) =>
      (await past.at(version))?.adjuntos.map((one) => [
        one.nombre_archivo,
        one.eliminado ? 'removed' : one.reemplazado ? 'replaced' : 'there',
        one.firmas.completado.length,
        one.version,
      ]);
    expect(await files(0)).toEqual([]);
    expect(await files(1)).toEqual([['uno.pdf', 'there', 0, 1]]);
    expect(await files(2)).toEqual([['uno.pdf', 'there', 1, 2]]);
    expect(await files(3)).toEqual([
      ['uno.pdf', 'replaced', 1, 3],
      ['dos.pdf', 'there', 0, 3],
    ]);
    expect(await files(4)).toEqual([
      ['uno.pdf', 'there', 1, 4],
      ['dos.pdf', 'removed', 0, 4],
    ]);
    expect(await files(5)).toEqual([
      ['uno.pdf', 'replaced', 1, 5],
      ['dos.pdf', 'there', 0, 5],
    ]);
  });
});

describe('a worksheet as it was at a version: its notes', () => {
  it('stand as they stood, with what had been said under them', async () => {
    const note = randomUUID();
    const [question, words, reason] = [await seal('¿Y el soporte?'), await seal('Va'), await seal('No está')];
    const past = await Past.of((id) => {
      const said = () => ({ id, note, entry: randomUUID() });
      return [
        ['NoteAdded', { id, note, field: 'evidence', text: question }],
        ['NoteReplied', { ...said(), text: words }],
        ['NoteAnswered', { ...said(), text: null }],
        ['NoteClosed', said()],
        ['NoteReopened', { ...said(), reason }],
      ];
    });
    const notes = async (version: number) =>
      (await past.at(version))?.notas.map(({ status, comentarios, firmas, version: last }) => [
        status,
        comentarios.map(({ tipo }) => tipo).join(' '),
        firmas.revisado.length,
        last,
      ]);
    expect(await notes(0)).toEqual([]);
    expect(await notes(1)).toEqual([['ABIERTA', '', 0, 1]]);
    expect(await notes(2)).toEqual([['ABIERTA', 'COMENTARIO', 0, 2]]);
    expect(await notes(3)).toEqual([['RESPONDIDA', 'COMENTARIO RESPUESTA', 0, 3]]);
    expect(await notes(4)).toEqual([['CERRADA', 'COMENTARIO RESPUESTA CIERRE', 1, 4]]);
    expect(await notes(5)).toEqual([['ABIERTA', 'COMENTARIO RESPUESTA CIERRE REAPERTURA', 0, 5]]);
  });
});

describe('a worksheet as it was at a version: its item', () => {
  it('may lie in the trash by now; of one that left the plan for good nothing is kept', async () => {
    const text = await rich('Uno');
    const past = await Past.of((id) => [
      revised('evidence', 1, text)(id),
      ['TreeItemDeleted', { id, items: 1 }],
    ]);
    expect((await past.at(1))?.textos).toMatchObject([{ texto: 'Uno' }]);
    await past.tell([['TreeItemPurged', { id: past.step, items: 1 }]]);
    expect(await past.at(1)).toBeNull();
  });
});
