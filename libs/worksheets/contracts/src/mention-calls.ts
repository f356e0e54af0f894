import { auditId, itemId } from '@cotejo/audits-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { notePerson } from './note-calls.ts';
import { noteId } from './review-notes.ts';

/** Topic of the live feed: key is the person's id, whom alone it serves; a row is the whole list (`mentionList`). */
export const MENTIONS_TOPIC = 'mentions';

/** Of what a person was named in: the audit, and the note's or entry's id in it. */
const mentionRef = z.object({ auditoria: auditId, id: z.uuid() });
export type MentionRef = z.infer<typeof mentionRef>;

/** Somebody named the reader in a note, or in what is said under it. */
export const mentionView = z.object({
  /** Of the note, or of the entry of its thread: whatever names the reader. */
  id: z.uuid(),
  nota: noteId,
  auditoria: z.object({ id: auditId, codigo: z.string(), nombre: z.string() }),
  /** The item that the note is on, and the field of its worksheet; null = the whole. */
  item: z.object({ id: itemId, item_tipo: z.string(), codigo: z.string().nullable(), nombre: z.string() }),
  campo: z.string().nullable(),
  created_by: notePerson,
  /** The beginning of what was said, people by their names. */
  extracto: z.string(),
  momento: z.iso.datetime({ offset: true }),
  leida: z.boolean(),
});
export type MentionView = z.infer<typeof mentionView>;

/** Mentions that one list holds at most: the newest. */
export const MOST_MENTIONS = 50;

/** Where the reader was named, newest first: in living items of audits whose plan they may open, and nowhere else. */
export const mentionList = z.object({
  menciones: z.array(mentionView),
  /** How many of these they have not opened. */
  sin_leer: z.number().int().nonnegative(),
});
export type MentionList = z.infer<typeof mentionList>;

/** POST …/menciones/actions/leer/: those that were opened; all of them where none is said. */
export const readMentionsBody = z.object({ menciones: z.array(mentionRef).min(1).max(200).optional() });
export type ReadMentionsBody = z.infer<typeof readMentionsBody>;

const own = { reach: 'self', door: { kind: 'authenticated' } } as const;

/** Where people are named: the reader's own list, which nobody else can ask for. */
export const mentionCalls = {
  mine: defineCall({
    ...own,
    method: 'GET',
    path: '/proyecto/riesgo/menciones/',
    data: mentionList,
  }),
  /** Answers the list as it is then. */
  read: defineCall({
    ...own,
    method: 'POST',
    path: '/proyecto/riesgo/menciones/actions/leer/',
    body: readMentionsBody,
    data: mentionList,
  }),
};
