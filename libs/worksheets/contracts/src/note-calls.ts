import { requires, userId, type AccessPolicy, type PermissionKey } from '@cotejo/access-contracts';
import { auditId, itemId } from '@cotejo/audits-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { contractNoteStatus, MAX_NOTE_LENGTH, noteEntryId, noteId } from './review-notes.ts';
import { plainText } from './sealed-text.ts';

/** Topic of the live feed: key is the audit id, the cursor the audit's version; a row is a whole note. */
export const REVIEW_NOTES_TOPIC = 'review-notes';

/** A user who left or was forgotten keeps the id but has an empty name. */
export const notePerson = z.object({ id: userId, name: z.string(), sigla: z.string() });
export type NotePerson = z.infer<typeof notePerson>;

/** Kinds of thread entries: comment, answer, closing, and reopening with the reason. */
export const noteEntryKind = z.enum(['COMENTARIO', 'RESPUESTA', 'CIERRE', 'REAPERTURA']);
export type NoteEntryKind = z.infer<typeof noteEntryKind>;

/** Days are calendar days in the account's zone, yyyy-MM-dd; `momento` is exact. */
const when = { created_at: z.iso.date(), momento: z.iso.datetime({ offset: true }) };
/** Null if redacted or empty. Users are mentioned by id (`noteParts`). */
const words = { descripcion: z.string().nullable() };

export const noteEntryView = z.object({
  id: noteEntryId,
  tipo: noteEntryKind,
  ...words,
  created_by: notePerson,
  ...when,
});
export type NoteEntryView = z.infer<typeof noteEntryView>;

/** A review note with its thread, in answers of calls and rows of the feed. */
export const noteView = z.object({
  id: noteId,
  status: contractNoteStatus,
  created_by: notePerson,
  ...words,
  ...when,
  comentarios: z.array(noteEntryView),
  /** Users who answered and closed it, in its current state. */
  firmas: z.object({ completado: z.array(notePerson), revisado: z.array(notePerson) }),
  /** The note's item, and the field of its worksheet; null = the whole. */
  modelo_id: itemId,
  campo: z.string().nullable(),
  /** Audit version that added it; defines the order. */
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
  /** User mentioned in the note or its thread. */
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

/** POST …/notas/{noteId}/actions/responder/; the text is optional. */
export const answerBody = z.object({ id: noteEntryId.optional(), descripcion: text.nullish() });
export type AnswerBody = z.infer<typeof answerBody>;

/** POST …/notas/{noteId}/actions/cerrar/ */
export const closeBody = z.object({ id: noteEntryId.optional() });
export type CloseBody = z.infer<typeof closeBody>;

/** The note after a call; only its id while the projection has not caught up. */
export const writtenNote = z.union([
  noteView.extend({ projected: z.literal(true) }),
  z.object({ id: noteId, projected: z.literal(false) }),
]);
export type WrittenNote = z.infer<typeof writtenNote>;

const NOTES = '/proyecto/riesgo/auditoria/:id/notas/';
const NOTE = `${NOTES}:note/`;
const auditParams = z.object({ id: auditId });
const noteParams = auditParams.extend({ note: noteId });

const reading = { reach: 'account', method: 'GET', policy: requires('plan.access') } as const;
/** The right to write notes, from the account role or the team role; the audit's room applies the same rule. */
const andOneOf: readonly PermissionKey[] = ['plan.note__add'];
const policy: AccessPolicy = { kind: 'requires', permission: 'plan.access', andOneOf };
const refusals = [
  ...['audit_not_found', 'audit_closed', 'audit_cancelled', 'item_not_found', 'item_deleted', 'forbidden'],
  'room_unavailable',
];
const writing = { reach: 'account', method: 'POST', policy, data: writtenNote, refusals } as const;
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

/** Review notes of an audit. Writing calls submit intents to the audit's room. */
export const noteCalls = {
  /** Notes of the audit, except on items in the trash; oldest first. */
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
  /** Adds a note to an item, or to a field of its worksheet. */
  add: defineCall({
    ...writing,
    path: NOTES,
    params: auditParams,
    body: addNoteBody,
    status: 201,
    refusals: [...refusals, 'no_notes_here', 'note_required'],
  }),
  /** Adds a comment. */
  comment: defineCall({ ...acting, path: `${NOTE}actions/comentar/`, body: sayBody }),
  /** Marks the note as done; the text is optional. */
  answer: defineCall({ ...acting, path: `${NOTE}actions/responder/`, body: answerBody }),
  /** By its author or a reviewer, as checked by the room. */
  close: defineCall({ ...acting, path: `${NOTE}actions/cerrar/`, body: closeBody }),
  /** By its author or a reviewer; `descripcion` is the reason. */
  reopen: defineCall({ ...acting, path: `${NOTE}actions/reabrir/`, body: sayBody }),
};
