import { requires, userId, type DoorPolicy, type PermissionKey } from '@cotejo/access-contracts';
import { auditId, itemId } from '@cotejo/audits-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { contractNoteStatus, MAX_NOTE_LENGTH, noteEntryId, noteId } from './review-notes.ts';
import { plainText } from './sealed-text.ts';

/** Topic of the live feed: key is the audit id, the cursor the audit's version; a row is a whole note. */
export const REVIEW_NOTES_TOPIC = 'review-notes';

/** Whoever left or was forgotten keeps the id and has no name. */
export const notePerson = z.object({ id: userId, name: z.string(), sigla: z.string() });
export type NotePerson = z.infer<typeof notePerson>;

/** What happened under a note: a comment, an answer, its closing, its reopening with the reason. */
export const noteEntryKind = z.enum(['COMENTARIO', 'RESPUESTA', 'CIERRE', 'REAPERTURA']);
export type NoteEntryKind = z.infer<typeof noteEntryKind>;

/** Days are calendar days in the account's zone, yyyy-MM-dd; `momento` is exact. */
const when = { created_at: z.iso.date(), momento: z.iso.datetime({ offset: true }) };
/** Null for a text that was redacted, and where nothing was said. People are named in it by id (`noteParts`). */
const words = { descripcion: z.string().nullable() };

export const noteEntryView = z.object({
  id: noteEntryId,
  tipo: noteEntryKind,
  ...words,
  created_by: notePerson,
  ...when,
});
export type NoteEntryView = z.infer<typeof noteEntryView>;

/** A review note with its thread, as calls answer it and the feed carries it. */
export const noteView = z.object({
  id: noteId,
  status: contractNoteStatus,
  created_by: notePerson,
  ...words,
  ...when,
  comentarios: z.array(noteEntryView),
  /** Who answered and who closed it, as it stands now. */
  firmas: z.object({ completado: z.array(notePerson), revisado: z.array(notePerson) }),
  /** The item that it is on, and the field of its worksheet; null = the whole. */
  modelo_id: itemId,
  campo: z.string().nullable(),
  /** Audit version that added it: the order of the notes. */
  orden: z.number().int(),
  /** Audit version of its last change. */
  version: z.number().int(),
});
export type NoteView = z.infer<typeof noteView>;

const text = plainText.max(MAX_NOTE_LENGTH);

/** GET …/auditoria/{id}/notas/ */
export const listNotesQuery = z.object({
  item: itemId.optional(),
  estado: contractNoteStatus.optional(),
  autor: userId.optional(),
  /** Field of the worksheet. */
  campo: z.string().min(1).max(100).optional(),
  /** Whom the note, or what is said under it, names. */
  menciona: userId.optional(),
});
export type ListNotesQuery = z.infer<typeof listNotesQuery>;

/** POST …/auditoria/{id}/notas/; `id` makes it repeatable without an `Idempotency-Key`. */
export const addNoteBody = z.object({
  id: noteId.optional(),
  modelo_id: itemId,
  campo: z.string().nullish(),
  descripcion: text,
});
export type AddNoteBody = z.infer<typeof addNoteBody>;

/** POST …/notas/{noteId}/actions/comentar/ and …/reabrir/ (the reason). */
export const sayBody = z.object({ id: noteEntryId.optional(), descripcion: text });
export type SayBody = z.infer<typeof sayBody>;

/** POST …/notas/{noteId}/actions/responder/; words are not needed. */
export const answerBody = z.object({ id: noteEntryId.optional(), descripcion: text.nullish() });
export type AnswerBody = z.infer<typeof answerBody>;

/** POST …/notas/{noteId}/actions/cerrar/ */
export const closeBody = z.object({ id: noteEntryId.optional() });
export type CloseBody = z.infer<typeof closeBody>;

/** A note as a call leaves it; its id alone while it is not readable yet. */
export const writtenNote = z.union([
  noteView.extend({ projected: z.literal(true) }),
  z.object({ id: noteId, projected: z.literal(false) }),
]);
export type WrittenNote = z.infer<typeof writtenNote>;

const NOTES = '/proyecto/riesgo/auditoria/:id/notas/';
const NOTE = `${NOTES}:note/`;
const auditParams = z.object({ id: auditId });
const noteParams = auditParams.extend({ note: noteId });

const reading = { reach: 'account', method: 'GET', door: requires('plan.access') } as const;
/** The right to write notes, by the own role or as the team lends it: the audit's room judges the same. */
const andOneOf: readonly PermissionKey[] = ['plan.note__add'];
const door: DoorPolicy = { kind: 'requires', permission: 'plan.access', andOneOf };
const refusals = [
  ...['audit_not_found', 'audit_closed', 'audit_cancelled', 'item_not_found', 'item_deleted', 'forbidden'],
  'room_unavailable',
];
const writing = { reach: 'account', method: 'POST', door, data: writtenNote, refusals } as const;
const acting = {
  ...writing,
  params: noteParams,
  refusals: [
    ...refusals,
    'note_not_found',
    'note_closed',
    'note_not_answered',
    'note_still_open',
    'not_your_note',
  ],
} as const;

/** Review notes of an audit. Writing goes the way of everybody, through the audit's room. */
export const noteCalls = {
  /** The notes of the audit, but for those of items in the trash; oldest first. */
  list: defineCall({
    ...reading,
    path: NOTES,
    params: auditParams,
    query: listNotesQuery,
    data: z.array(noteView),
    refusals: ['audit_not_found'],
  }),
  one: defineCall({
    ...reading,
    path: NOTE,
    params: noteParams,
    data: noteView,
    refusals: ['audit_not_found', 'note_not_found'],
  }),
  /** Leaves a note on an item, or on a field of its worksheet. */
  add: defineCall({
    ...writing,
    path: NOTES,
    params: auditParams,
    body: addNoteBody,
    status: 201,
    refusals: [...refusals, 'no_notes_here', 'note_required'],
  }),
  /** Says something about it. */
  comment: defineCall({ ...acting, path: `${NOTE}actions/comentar/`, body: sayBody }),
  /** Says that it is done, with or without words. */
  answer: defineCall({ ...acting, path: `${NOTE}actions/responder/`, body: answerBody }),
  /** By its author or a reviewer: the room knows who that is. */
  close: defineCall({ ...acting, path: `${NOTE}actions/cerrar/`, body: closeBody }),
  /** The same; `descripcion` is the reason. */
  reopen: defineCall({ ...acting, path: `${NOTE}actions/reabrir/`, body: sayBody }),
};
