import { randomUUID } from 'node:crypto';
import type { AccessDirectory, AccountId, UserId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import type { ProjectionRunner } from '@cotejo/projections';
import type { NoteEntryId, NoteEvent, NoteId } from '@cotejo/worksheets-contracts';
import { noteView } from '@cotejo/worksheets-contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AlteredText, type TextVault } from '../texts/text-vault.ts';
import { ProjectedLog, type EventToProject } from '../projected-log.fixture.ts';
import type { WorksheetDatabase } from '../worksheet-database.fixture.ts';
import { toNoteViews } from './note-views.ts';
import { noteTallies } from './tally-notes.ts';
import { findNote, listNotes, newestNoteChange, notesChangedAfter, type NoteFilter } from './read-notes.ts';

const [ana, luis] = [randomUUID(), randomUUID()] as [UserId, UserId];
const [step, risk] = [randomUUID(), randomUUID()] as [ItemId, ItemId];
/** Luis was forgotten: the directory has no name for him. */
const directory = {
  person: (_: AccountId, id: UserId) =>
    id === ana ? { id, firstName: 'Ana', lastName: 'Ruiz', initials: 'AR' } : null,
  timeZone: () => 'Asia/Tokyo',
} as unknown as AccessDirectory;
let log: ProjectedLog;
let account: AccountId;
let base: WorksheetDatabase;
let vault: TextVault;
let runner: ProjectionRunner;

beforeAll(async () => {
  log = await ProjectedLog.open(ana);
  ({ account, base, vault, runner } = log);
});

afterAll(() => log.close());

const seal = (text: string) => log.seal(text);
/** An event about a note, optionally with author and time. */
type Told = NoteEvent & Pick<EventToProject, 'by' | 'at'>;
const write = (audit: AuditId, told: readonly Told[], before = 0) => log.write(audit, told, before);
const newNote = () => randomUUID() as NoteId;
const newEntry = () => randomUUID() as NoteEntryId;

const list = (audit: AuditId, filter: NoteFilter = {}, of = account) => listNotes(base.db, of, audit, filter);
const views = async (audit: AuditId) => toNoteViews({ vault, directory }, account, await list(audit));

const tallied = async (audit: AuditId) =>
  (await noteTallies({ db: base.db, projection: runner }).countNotes(account, [audit], null))?.get(audit);

describe('review notes as they are read', () => {
  const audit = randomUUID() as AuditId;
  const [one, two] = [newNote(), newNote()];
  const about = { id: step, note: one };

  it('have their thread, over several batches, and say who signed what', async () => {
    await write(audit, [
      { type: 'NoteAdded', data: { ...about, field: 'objetivo', text: await seal('Falta el acta') } },
      { type: 'NoteReplied', data: { ...about, entry: newEntry(), text: await seal('¿Cuál?') }, by: luis },
      { type: 'NoteAnswered', data: { ...about, entry: newEntry(), text: null }, by: luis },
    ]);
    await write(
      audit,
      [
        {
          type: 'NoteClosed',
          data: { ...about, entry: newEntry() },
          // Still the day before in Bogotá.
          at: '2026-03-06T03:30:00.000Z',
        },
        { type: 'NoteAdded', data: { id: risk, note: two, field: null, text: await seal('Otra') }, by: luis },
      ],
      3,
    );
    const [first, second] = await views(audit);
    expect(noteView.parse(first)).toMatchObject({
      id: one,
      status: 'CERRADA',
      created_by: { id: ana, name: 'Ana Ruiz', sigla: 'AR' },
      descripcion: 'Falta el acta',
      created_at: '2026-03-03',
      modelo_id: step,
      campo: 'objetivo',
      orden: 0,
      version: 3,
      comentarios: [
        { tipo: 'COMENTARIO', descripcion: '¿Cuál?', created_by: { id: luis, name: '', sigla: '' } },
        { tipo: 'RESPUESTA', descripcion: null },
        { tipo: 'CIERRE', descripcion: null, created_at: '2026-03-06', created_by: { id: ana } },
      ],
      firmas: { completado: [{ id: luis }], revisado: [{ id: ana }] },
    });
    expect(noteView.parse(second)).toMatchObject({
      id: two,
      status: 'ABIERTA',
      comentarios: [],
      orden: 4,
      version: 4,
    });
  });

  it('lose their signatures when they are reopened, and keep who had signed in the thread', async () => {
    const reason = await seal('Es de otro mes');
    await write(audit, [{ type: 'NoteReopened', data: { ...about, entry: newEntry(), reason } }], 5);
    const [first] = await views(audit);
    expect(first).toMatchObject({ status: 'ABIERTA', firmas: { completado: [], revisado: [] } });
    expect(first?.comentarios.at(-1)).toMatchObject({ tipo: 'REAPERTURA', descripcion: 'Es de otro mes' });
    expect(first?.comentarios).toHaveLength(4);
  });

  it.each<[string, NoteFilter, readonly NoteId[]]>([
    ['all', {}, [one, two]],
    ['of an item', { item: risk }, [two]],
    ['in a status', { status: 'open' }, [one, two]],
    ['in a status that none is in', { status: 'answered' }, []],
    ['of an author', { author: luis }, [two]],
    ['of an author on an item', { author: luis, item: step }, []],
  ])('are listed: %s', async (_, filter, expected) => {
    expect((await list(audit, filter)).map(({ noteId }) => noteId)).toEqual(expected);
  });

  it('are told by the version of their last change', async () => {
    const after = async (version: number, limit = 10) =>
      (await notesChangedAfter(base.db, account, audit, version, limit)).map((row) => [
        row.noteId,
        row.version,
      ]);
    expect(await newestNoteChange(base.db, account, audit)).toBe(5);
    expect(await after(-1)).toEqual([
      [two, 4],
      [one, 5],
    ]);
    expect(await after(-1, 1)).toEqual([[two, 4]]);
    expect(await after(4)).toEqual([[one, 5]]);
    expect(await after(5)).toEqual([]);
  });

  it('are nothing for another account, nor in another audit', async () => {
    const stranger = randomUUID() as AccountId;
    expect(await list(audit, {}, stranger)).toEqual([]);
    expect(await findNote(base.db, stranger, audit, one)).toBeNull();
    expect(await newestNoteChange(base.db, stranger, audit)).toBe(-1);
    expect(await notesChangedAfter(base.db, stranger, audit, -1, 10)).toEqual([]);
    expect(await list(randomUUID() as AuditId)).toEqual([]);
    const rows = await list(audit);
    await expect(toNoteViews({ vault, directory }, stranger, rows)).rejects.toThrow(AlteredText);
  });

  it('are the same when they are built anew', async () => {
    const whole = () => base.pool.query('select * from read.review_note order by audit_id, note_id');
    const { rows: live } = await whole();
    expect(live.length).toBeGreaterThan(1);
    await log.rebuild();
    expect((await whole()).rows).toEqual(live);
  });

  it('say nothing in the place of words that were redacted, and refuse words that were changed', async () => {
    const other = randomUUID() as AuditId;
    const note = newNote();
    await write(other, [
      { type: 'NoteAdded', data: { id: step, note, field: null, text: await seal('De Ana') } },
      { type: 'NoteReplied', data: { id: step, note, entry: newEntry(), text: await seal('Cambiado') } },
    ]);
    await base.pool.query(
      `update vault.text_body set body = null, salt = null, redacted_at = now() where body = 'De Ana'`,
    );
    expect(await views(other)).toMatchObject([
      { descripcion: null, comentarios: [{ descripcion: 'Cambiado' }] },
    ]);
    await base.owner.query(`update vault.text_body set body = 'Falso' where body = 'Cambiado'`);
    await expect(views(other)).rejects.toThrow(AlteredText);
  });
});

describe('notes on what stands in a plan', () => {
  const audit = randomUUID() as AuditId;
  const [phase, process, other] = [randomUUID(), randomUUID(), randomUUID()] as [ItemId, ItemId, ItemId];
  const [onPhase, onStep] = [newNote(), newNote()];
  let written = 0;
  const happens = async (...told: readonly { readonly type: string; readonly data: object }[]) => {
    await log.write(audit, told, written);
    written += told.length;
  };
  const born = (id: ItemId, parent: ItemId | null) => ({
    type: 'TreeItemCreated',
    data: { id, parent, itemType: 'process', position: 'a0' },
  });
  const moved = (id: ItemId, parent: ItemId | null) => ({ type: 'TreeItemMoved', data: { id, parent } });
  const found = async () => (await list(audit)).map(({ noteId }) => noteId);
  const rows = async (table: string): Promise<number> => {
    const [row] = await base.db.query<{ count: number }[]>(
      `select count(*)::int as count from read.${table} where audit_id = $1`,
      [audit],
    );
    return row?.count ?? -1;
  };

  it('are not listed while it is deleted, or something that it stands in; they come back with it', async () => {
    const text = await seal('Falta');
    await happens(
      ...[born(phase, null), born(process, phase), born(step, process), born(other, null)],
      { type: 'NoteAdded', data: { id: phase, note: onPhase, field: null, text } },
      { type: 'NoteAdded', data: { id: step, note: onStep, field: null, text } },
    );
    expect(await found()).toEqual([onPhase, onStep]);
    expect(await tallied(audit)).toMatchObject({ open: 2 });
    await happens({ type: 'TreeItemDeleted', data: { id: process } });
    expect(await found()).toEqual([onPhase]);
    expect(await tallied(audit)).toMatchObject({ open: 1 });
    expect(await list(audit, { note: onStep })).toEqual([]);
    expect(await findNote(base.db, account, audit, onStep)).not.toBeNull();
    await happens({ type: 'TreeItemRestored', data: { id: process } });
    expect(await found()).toEqual([onPhase, onStep]);
    await happens(moved(step, other), { type: 'TreeItemDeleted', data: { id: process } });
    expect(await found()).toEqual([onPhase, onStep]);
  });

  it('leave no rows when it is purged with what is under it, nor do programmes; what had gone elsewhere stays', async () => {
    const programme = { id: process, objective: null, instructions: [] };
    const note = newNote();
    await happens(
      { type: 'TreeItemRestored', data: { id: process } },
      { type: 'StepProgrammeSet', data: programme },
      { type: 'NoteAdded', data: { id: process, note, field: null, text: await seal('Otra') } },
    );
    expect([await rows('review_note'), await rows('step_programme')]).toEqual([3, 1]);
    await happens(
      { type: 'TreeItemDeleted', data: { id: phase } },
      { type: 'TreeItemPurged', data: { id: phase, items: 2 } },
      // A purged id may be used again.
      born(phase, null),
    );
    expect(await found()).toEqual([onStep]);
    expect([await rows('review_note'), await rows('step_programme'), await rows('worksheet_place')]).toEqual([
      1, 0, 3,
    ]);
  });

  it('leave no rows when the whole audit is purged', async () => {
    expect(await rows('worksheet_place')).toBeGreaterThan(0);
    await happens({ type: 'AuditPurged', data: {} });
    expect(await found()).toEqual([]);
    expect([await rows('review_note'), await rows('worksheet_place')]).toEqual([0, 0]);
  });
});

describe('the notes of audits, counted', () => {
  const said = (note: NoteId, type: 'NoteAnswered' | 'NoteClosed'): Told => ({
    type,
    data: { id: step, note, entry: newEntry(), text: null } as never,
  });

  it('by their status, of each audit its own, and of no other account’s', async () => {
    const [one, other] = [randomUUID(), randomUUID()] as [AuditId, AuditId];
    const notes = [newNote(), newNote(), newNote(), newNote()] as const;
    const added: Told[] = [];
    for (const note of notes)
      added.push({ type: 'NoteAdded', data: { id: step, note, field: null, text: await seal('x') } });
    await write(one, [...added, said(notes[0], 'NoteAnswered'), said(notes[1], 'NoteClosed')]);
    await write(other, added.slice(0, 1));
    const { countNotes } = noteTallies({ db: base.db, projection: runner });
    expect(await countNotes(account, [one, other], { audit: one, version: 5 })).toEqual(
      new Map([
        [one, { open: 2, answered: 1, closed: 1 }],
        [other, { open: 1, answered: 0, closed: 0 }],
      ]),
    );
    expect(await countNotes(randomUUID() as AccountId, [one], null)).toEqual(new Map());
  });

  it('are not told before they are what they were asked for', async () => {
    const { countNotes } = noteTallies({ db: base.db, projection: runner });
    const audit = randomUUID() as AuditId;
    const waited = vi.spyOn(runner, 'waitFor').mockResolvedValueOnce(false);
    expect(await countNotes(account, [audit], { audit, version: 3 })).toBeNull();
    expect(waited).toHaveBeenCalledWith(`audit-${audit}`, 3, expect.any(Number));
    waited.mockRestore();
  });
});

describe('an event about a note that was never added', () => {
  it('puts its audit aside and no other', async () => {
    const [broken, whole] = [randomUUID(), randomUUID()] as [AuditId, AuditId];
    const data = { id: step, note: newNote(), entry: newEntry() };
    await log.store.append({
      stream: `audit-${broken}`,
      expected: 'no-stream',
      events: [
        {
          id: randomUUID(),
          type: 'NoteClosed',
          schemaVersion: 1,
          data,
          meta: { actor: ana, at: '2026-03-02T15:00:00.000Z', account },
        },
      ],
    });
    await write(whole, [{ type: 'NoteAdded', data: { ...data, field: null, text: await seal('Bien') } }]);
    expect(await runner.waitFor(`audit-${broken}`, 0)).toBe(false);
    expect(await list(whole)).toHaveLength(1);
  });
});
