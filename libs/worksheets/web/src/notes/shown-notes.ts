import type { ItemId } from '@cotejo/audits-contracts';
import {
  CONTRACT_NOTE_STATUS,
  noteIntent,
  noteStatus,
  type NoteEntryKind,
  type NoteEntryView,
  type NoteId,
  type NoteIntent,
  type NotePerson,
  type NoteStatus,
  type NoteView,
} from '@cotejo/worksheets-contracts';
import type { OwnIntent } from './notes-session.ts';

/** An entry in a note's thread, for display. */
export interface ShownEntry {
  readonly id: string;
  readonly kind: NoteEntryKind;
  /** Null if redacted or without text. */
  readonly text: string | null;
  readonly by: NotePerson;
  /** ISO 8601. */
  readonly at: string;
  readonly isPending: boolean;
}

export interface ShownNote {
  readonly id: NoteId;
  readonly item: ItemId;
  readonly field: string | null;
  readonly status: NoteStatus;
  readonly text: string | null;
  readonly by: NotePerson;
  readonly at: string;
  readonly entries: readonly ShownEntry[];
  /** Order of creation; pending notes come last. */
  readonly order: number;
  readonly isPending: boolean;
}

export type NoteRows = ReadonlyMap<NoteId, NoteView>;

/** An intent of this user on a note, answered or not. */
export interface OwnNoteIntent {
  readonly key: string;
  readonly intent: NoteIntent;
  readonly at: string;
  /** Audit version that contains it; null until answered. */
  readonly version: number | null;
}

const KINDS: ReadonlySet<string> = new Set(noteIntent.options.map(({ shape }) => shape.kind.value));

/** Own intents on notes that were not refused, in order. */
export function ownNoteIntents(entries: readonly OwnIntent[]): readonly OwnNoteIntent[] {
  return entries.flatMap(({ session, seq, intent, at, answer }) => {
    // Checked first, because there may be thousands of other intents.
    if (!KINDS.has(intent.kind)) return [];
    const parsed = noteIntent.safeParse(intent);
    if (!parsed.success || answer?.outcome.ok === false) return [];
    return [{ key: `${session}:${seq}`, intent: parsed.data, at, version: answer?.version ?? null }];
  });
}

/** Whether the rows reflect an intent: its own entry, a later state, or a state in which it had no effect. */
export function isShownBy(rows: NoteRows, { intent, version }: OwnNoteIntent): boolean {
  const row = rows.get(intent.note);
  if (intent.kind === 'add_note') return row !== undefined;
  if (!row) return false;
  if (row.comentarios.some(({ id }) => id === intent.entry)) return true;
  if (version !== null && row.version >= version) return true;
  const wasClosed = intent.kind === 'close_note' && row.status === CONTRACT_NOTE_STATUS.closed;
  const wasAnswered = intent.kind === 'answer_note' && intent.text === null && row.status === 'RESPONDIDA';
  return version !== null && (wasClosed || wasAnswered);
}

/** Notes as shown to this user: the feed's rows with own pending intents applied. */
export function shownNotes(
  rows: NoteRows,
  own: readonly OwnNoteIntent[],
  me: NotePerson,
): readonly ShownNote[] {
  const notes = new Map([...rows.values()].map((row): [NoteId, ShownNote] => [row.id, toShown(row)]));
  for (const one of own) {
    if (isShownBy(rows, one)) continue;
    const note = after(notes.get(one.intent.note), one, me);
    if (note) notes.set(note.id, note);
  }
  return [...notes.values()].sort((a, b) => (a.order === b.order ? 0 : a.order - b.order));
}

const STATUS_OF = new Map<string, NoteStatus>(
  noteStatus.options.map((status) => [CONTRACT_NOTE_STATUS[status], status]),
);

const toShown = (row: NoteView): ShownNote => ({
  id: row.id,
  item: row.modelo_id,
  field: row.campo,
  status: STATUS_OF.get(row.status) ?? 'open',
  text: row.descripcion,
  by: row.created_by,
  at: row.momento,
  entries: row.comentarios.map(toEntry),
  order: row.orden,
  isPending: false,
});

const toEntry = (entry: NoteEntryView): ShownEntry => ({
  id: entry.id,
  kind: entry.tipo,
  text: entry.descripcion,
  by: entry.created_by,
  at: entry.momento,
  isPending: false,
});

const KIND = {
  reply_note: 'COMENTARIO',
  answer_note: 'RESPUESTA',
  close_note: 'CIERRE',
  reopen_note: 'REAPERTURA',
} as const;

const STATUS_AFTER = { answer_note: 'answered', close_note: 'closed', reopen_note: 'open' } as const;

/** A note after an own intent; undefined if the note is not known here. */
function after(
  note: ShownNote | undefined,
  { intent, at, version }: OwnNoteIntent,
  me: NotePerson,
): ShownNote | undefined {
  const isPending = version === null;
  if (intent.kind === 'add_note') {
    const { note: id, id: item, field = null } = intent;
    const text = wordsOf(intent.text);
    return { id, item, field, status: 'open', text, by: me, at, entries: [], order: Infinity, isPending };
  }
  if (!note) return undefined;
  const said =
    intent.kind === 'reopen_note' ? intent.reason : intent.kind === 'close_note' ? null : intent.text;
  const entry = { id: intent.entry, kind: KIND[intent.kind], text: wordsOf(said), by: me, at, isPending };
  const status = intent.kind === 'reply_note' ? note.status : STATUS_AFTER[intent.kind];
  return { ...note, status, entries: [...note.entries, entry] };
}

const wordsOf = (text: unknown): string | null => (typeof text === 'string' ? text : null);
