import { z } from 'zod';
import { itemId } from '@cotejo/audits-contracts';
import { oneLineName } from '@cotejo/http/contracts';
import { defineErrors } from '@cotejo/http/contracts';
import { plainText, sealedText, writableSeal } from './sealed-text.ts';

/** Client-made UUID, unique in its audit. */
export const noteId = z.uuid().brand<'NoteId'>();
export type NoteId = z.infer<typeof noteId>;

/** Client-made UUID of what is said in the thread of a note. */
export const noteEntryId = z.uuid().brand<'NoteEntryId'>();
export type NoteEntryId = z.infer<typeof noteEntryId>;

/** Open until somebody answers; closed by its author or a reviewer. */
export const noteStatus = z.enum(['open', 'answered', 'closed']);
export type NoteStatus = z.infer<typeof noteStatus>;

export const CONTRACT_NOTE_STATUS = {
  open: 'ABIERTA',
  answered: 'RESPONDIDA',
  closed: 'CERRADA',
} as const satisfies Readonly<Record<NoteStatus, string>>;
export const contractNoteStatus = z.enum(['ABIERTA', 'RESPONDIDA', 'CERRADA']);

/** Characters of a note, and of each thing said about it. */
export const MAX_NOTE_LENGTH = 5_000;

/** As a person wrote it: its seal travels beside the intent (`SealedWords`). */
export const noteText = plainText.max(MAX_NOTE_LENGTH);

/** Field of the worksheet that a note is about, by its name there; null = the worksheet as a whole. */
const field = oneLineName(100).nullable();

/** As in every intent of a plan, `id` is the item that it is about. */
const about = { id: itemId, note: noteId };
const said = { ...about, entry: noteEntryId };

export const addNote = z.strictObject({
  kind: z.literal('add_note'),
  ...about,
  field: field.optional(),
  text: noteText,
});
export const replyNote = z.strictObject({ kind: z.literal('reply_note'), ...said, text: noteText });
/** A reply that says: this is done. Words are not needed. */
export const answerNote = z.strictObject({
  kind: z.literal('answer_note'),
  ...said,
  text: noteText.nullable(),
});
export const closeNote = z.strictObject({ kind: z.literal('close_note'), ...said });
export const reopenNote = z.strictObject({ kind: z.literal('reopen_note'), ...said, reason: noteText });

export const noteIntent = z.discriminatedUnion('kind', [
  addNote,
  replyNote,
  answerNote,
  closeNote,
  reopenNote,
]);
export type NoteIntent = z.infer<typeof noteIntent>;

/** Of what a reference stands for, when the note was left on one. */
export const noteAdded = z.object({
  type: z.literal('NoteAdded'),
  data: z.object({ ...about, field: z.string().nullable(), text: sealedText }),
});

export const noteEvent = z.discriminatedUnion('type', [
  noteAdded,
  z.object({ type: z.literal('NoteReplied'), data: z.object({ ...said, text: sealedText }) }),
  z.object({ type: z.literal('NoteAnswered'), data: z.object({ ...said, text: sealedText.nullable() }) }),
  z.object({ type: z.literal('NoteClosed'), data: z.object(said) }),
  z.object({ type: z.literal('NoteReopened'), data: z.object({ ...said, reason: sealedText }) }),
]);
export type NoteEvent = z.infer<typeof noteEvent>;
export type NoteEventType = NoteEvent['type'];

/** Why an intent about a note is refused, or a call; texts: `errors.<code>` of this lib. */
export const noteErrors = defineErrors('worksheets-contracts', {
  note_not_found: 404,
  /** Nothing is said any more under a closed note: it is reopened first. */
  note_closed: 409,
  /** Nobody has answered it yet: there is nothing to close. */
  note_not_answered: 409,
  /** It is open as it is. */
  note_still_open: 409,
  /** A link belongs to another audit, and so do the notes about what it leads to. */
  no_notes_here: 422,
  /** Work with notes that are not closed is neither completed again nor reviewed: details {notes}. */
  notes_not_closed: 409,
  note_required: 422,
  /** Only its author or a reviewer. */
  not_your_note: 403,
});

/** The data that events of notes may be written with. */
export const writableNotes: Readonly<Record<NoteEventType, z.ZodType>> = {
  NoteAdded: z.strictObject({ ...about, field, text: writableSeal }),
  NoteReplied: z.strictObject({ ...said, text: writableSeal }),
  NoteAnswered: z.strictObject({ ...said, text: writableSeal.nullable() }),
  NoteClosed: z.strictObject(said),
  NoteReopened: z.strictObject({ ...said, reason: writableSeal }),
};
