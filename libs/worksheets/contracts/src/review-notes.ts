import { z } from 'zod';
import { itemId, sealedText } from '@cotejo/audits-contracts';
import { oneLineName } from '@cotejo/http/contracts';
import { defineErrors } from '@cotejo/http/contracts';
import { plainText, writableSeal } from './sealed-text.ts';

/** Client-made UUID, unique in its audit. */
export const noteId = z.uuid().brand<'NoteId'>();
export type NoteId = z.infer<typeof noteId>;

/** Client-made UUID of an entry in a note's thread. */
export const noteEntryId = z.uuid().brand<'NoteEntryId'>();
export type NoteEntryId = z.infer<typeof noteEntryId>;

/** Open until answered; closed by its author or a reviewer. */
export const noteStatus = z.enum(['open', 'answered', 'closed']);
export type NoteStatus = z.infer<typeof noteStatus>;

export const CONTRACT_NOTE_STATUS = {
  open: 'ABIERTA',
  answered: 'RESPONDIDA',
  closed: 'CERRADA',
} as const satisfies Readonly<Record<NoteStatus, string>>;
export const contractNoteStatus = z.enum(['ABIERTA', 'RESPONDIDA', 'CERRADA']);

/** Characters of a note, and of each entry in its thread. */
export const MAX_NOTE_LENGTH = 5_000;

/** Unsealed text: the seal travels beside the intent (`SealedWords`). */
export const noteText = plainText.max(MAX_NOTE_LENGTH);

/** Field of the worksheet that a note is about, by its name there; null = the worksheet as a whole. */
const field = oneLineName(100).nullable();

/** `id` is the item, as in every intent of a plan. */
const about = { id: itemId, note: noteId };
const aboutEntry = { ...about, entry: noteEntryId };

export const addNote = z.strictObject({
  kind: z.literal('add_note'),
  ...about,
  field: field.optional(),
  text: noteText,
});
export const replyNote = z.strictObject({ kind: z.literal('reply_note'), ...aboutEntry, text: noteText });
/** A reply that marks the note as done; the text is optional. */
export const answerNote = z.strictObject({
  kind: z.literal('answer_note'),
  ...aboutEntry,
  text: noteText.nullable(),
});
export const closeNote = z.strictObject({ kind: z.literal('close_note'), ...aboutEntry });
export const reopenNote = z.strictObject({ kind: z.literal('reopen_note'), ...aboutEntry, reason: noteText });

export const noteIntent = z.discriminatedUnion('kind', [
  addNote,
  replyNote,
  answerNote,
  closeNote,
  reopenNote,
]);
export type NoteIntent = z.infer<typeof noteIntent>;

/** For a note on a reference, `id` is its original. */
export const noteAdded = z.object({
  type: z.literal('NoteAdded'),
  data: z.object({ ...about, field: z.string().nullable(), text: sealedText }),
});

export const noteEvent = z.discriminatedUnion('type', [
  noteAdded,
  z.object({ type: z.literal('NoteReplied'), data: z.object({ ...aboutEntry, text: sealedText }) }),
  z.object({
    type: z.literal('NoteAnswered'),
    data: z.object({ ...aboutEntry, text: sealedText.nullable() }),
  }),
  z.object({ type: z.literal('NoteClosed'), data: z.object(aboutEntry) }),
  z.object({ type: z.literal('NoteReopened'), data: z.object({ ...aboutEntry, reason: sealedText }) }),
]);
export type NoteEvent = z.infer<typeof noteEvent>;
export type NoteEventType = NoteEvent['type'];

/** Refusals of intents and calls on notes; texts: `errors.<code>` of this lib. */
export const noteErrors = defineErrors('worksheets-contracts', {
  note_not_found: 404,
  /** A closed note accepts no entries until it is reopened. */
  note_closed: 409,
  /** Only answered notes can be closed. */
  note_not_answered: 409,
  /** An open note cannot be reopened. */
  note_still_open: 409,
  /** A link's target belongs to another audit, and so do the notes on it. */
  no_notes_here: 422,
  /** Work with unclosed notes can be neither completed nor reviewed: details {notes}. */
  notes_not_closed: 409,
  note_required: 422,
  /** Only its author or a reviewer. */
  not_your_note: 403,
});

/** Writable data of note events. */
export const writableNotes: Readonly<Record<NoteEventType, z.ZodType>> = {
  NoteAdded: z.strictObject({ ...about, field, text: writableSeal }),
  NoteReplied: z.strictObject({ ...aboutEntry, text: writableSeal }),
  NoteAnswered: z.strictObject({ ...aboutEntry, text: writableSeal.nullable() }),
  NoteClosed: z.strictObject(aboutEntry),
  NoteReopened: z.strictObject({ ...aboutEntry, reason: writableSeal }),
};
