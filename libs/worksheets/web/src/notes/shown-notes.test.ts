import type { UserId } from '@cotejo/access-contracts';
import type { ItemId } from '@cotejo/audits-contracts';
import type {
  NoteEntryId,
  NoteEntryKind,
  NoteId,
  NoteIntent,
  NotePerson,
  NoteView,
} from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import type { OwnIntent } from './notes-session.ts';
import { isShownBy, ownNoteIntents, shownNotes, type OwnNoteIntent } from './shown-notes.ts';

const uuid = (kind: number, n: number) => `0000000${kind}-0000-4000-8000-${String(n).padStart(12, '0')}`;
const note = (n: number) => uuid(8, n) as NoteId;
const entry = (n: number) => uuid(9, n) as NoteEntryId;
const item = uuid(1, 1) as ItemId;
const me: NotePerson = { id: uuid(2, 1) as UserId, name: 'Ana', sigla: 'AR' };
const luis: NotePerson = { id: uuid(2, 2) as UserId, name: 'Luis', sigla: 'LP' };
const at = '2026-03-02T15:00:00.000Z';

const row = (n: number, change: Partial<NoteView> = {}): NoteView => ({
  id: note(n),
  status: 'ABIERTA',
  created_by: luis,
  descripcion: `note ${n}`,
  created_at: '2026-03-02',
  momento: at,
  comentarios: [],
  firmas: { completado: [], revisado: [] },
  modelo_id: item,
  campo: null,
  orden: n,
  version: n,
  ...change,
});
const said = (n: number, tipo: NoteEntryKind) => ({
  id: entry(n),
  tipo,
  descripcion: null,
  created_by: luis,
  created_at: '2026-03-02',
  momento: at,
});
const rows = (...list: readonly NoteView[]) => new Map(list.map((one) => [one.id, one]));

const own = (intent: NoteIntent, version: number | null = null): OwnNoteIntent => ({
  key: `s:${JSON.stringify(intent)}`,
  intent,
  at,
  version,
});
const add = (n: number): NoteIntent => ({ kind: 'add_note', id: item, note: note(n), text: `mine ${n}` });
const about = (n: number) => ({ id: item, note: note(n), entry: entry(n) });
const reply: NoteIntent = { kind: 'reply_note', ...about(1), text: 'which?' };
const answer: NoteIntent = { kind: 'answer_note', ...about(1), text: null };
const close: NoteIntent = { kind: 'close_note', ...about(1) };
const reopen: NoteIntent = { kind: 'reopen_note', ...about(1), reason: 'not yet' };

describe('notes as they are shown', () => {
  it('stand in the order in which they were written, and what is on its way comes last', () => {
    const shown = shownNotes(rows(row(3), row(1)), [own(add(2)), own(add(7))], me);
    expect(shown.map(({ id, isPending }) => [id, isPending])).toEqual([
      [note(1), false],
      [note(3), false],
      [note(2), true],
      [note(7), true],
    ]);
    expect(shown[2]).toMatchObject({ text: 'mine 2', by: me, status: 'open', item, entries: [] });
  });

  it.each([
    [reply, 'open', 'COMENTARIO', 'which?'],
    [answer, 'answered', 'RESPUESTA', null],
    [close, 'closed', 'CIERRE', null],
    [reopen, 'open', 'REAPERTURA', 'not yet'],
  ] as const)('show at once what the person did: $kind', (intent, status, kind, text) => {
    const [shown] = shownNotes(rows(row(1)), [own(intent)], me);
    expect(shown).toMatchObject({ status, entries: [{ id: entry(1), kind, text, by: me, isPending: true }] });
  });

  it('build on each other: an answer to a note that is itself on its way', () => {
    const [shown] = shownNotes(rows(), [own(add(1)), own(answer)], me);
    expect(shown).toMatchObject({ status: 'answered', entries: [{ kind: 'RESPUESTA' }] });
  });

  it('leave out what is about a note that is not here', () => {
    expect(shownNotes(rows(), [own(reply)], me)).toEqual([]);
  });

  it('do not repeat what the feed brought already', () => {
    const brought = row(1, { comentarios: [said(1, 'COMENTARIO')], version: 9 });
    expect(shownNotes(rows(brought), [own(reply, 9), own(add(1), 1)], me)).toMatchObject([
      { entries: [{ id: entry(1), by: luis, isPending: false }] },
    ]);
  });

  it('keep what was answered until the feed brings it: nothing flickers', () => {
    const [shown] = shownNotes(rows(row(1)), [own(reply, 9)], me);
    expect(shown?.entries).toMatchObject([{ id: entry(1), isPending: false }]);
  });
});

describe('the feed shows an own intent', () => {
  it.each<[string, OwnNoteIntent, readonly NoteView[], boolean]>([
    ['a note that is not there yet', own(add(1), 4), [], false],
    ['a note that is there', own(add(1), 4), [row(1)], true],
    ['a reply that is not', own(reply, 4), [row(1, { version: 3 })], false],
    ['a reply that is', own(reply), [row(1, { comentarios: [said(1, 'COMENTARIO')] })], true],
    ['a later state', own(reply, 4), [row(1, { version: 5 })], true],
    ['a closing that came to nothing', own(close, 4), [row(1, { status: 'CERRADA', version: 3 })], true],
    ['a closing of which nobody knows yet', own(close), [row(1, { status: 'CERRADA', version: 3 })], false],
    ['an answer that came to nothing', own(answer, 4), [row(1, { status: 'RESPONDIDA', version: 3 })], true],
    [
      'an answer with words',
      own({ kind: 'answer_note', ...about(1), text: 'done' }, 4),
      [row(1, { status: 'RESPONDIDA', version: 3 })],
      false,
    ],
  ])('%s', (_, one, list, expected) => {
    expect(isShownBy(rows(...list), one)).toBe(expected);
  });
});

describe('own intents', () => {
  const entryOf = (intent: OwnIntent['intent'], answered: OwnIntent['answer'] = null): OwnIntent => ({
    session: 's',
    seq: 1,
    intent,
    at,
    answer: answered,
  });

  it('are those about notes that were not refused', () => {
    const found = ownNoteIntents([
      entryOf({ kind: 'rename_item', id: item, name: 'x' }),
      entryOf({ ...add(1) }),
      entryOf({ ...add(2) }, { outcome: { ok: true }, version: 5 }),
      entryOf({ ...add(3) }, { outcome: { ok: false }, version: 5 }),
      entryOf({ kind: 'add_note', id: item }),
    ]);
    expect(found.map(({ intent, version }) => [intent.note, version])).toEqual([
      [note(1), null],
      [note(2), 5],
    ]);
  });
});
