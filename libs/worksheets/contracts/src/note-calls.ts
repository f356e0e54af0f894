import { z } from 'zod';
import { userId } from '@cotejo/access-contracts';
import { itemId } from '@cotejo/audits-contracts';
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
