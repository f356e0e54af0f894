import { auditId, itemId } from '@cotejo/audits-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { notePerson } from './note-calls.ts';
import { noteId } from './review-notes.ts';

/**
 * Topic of the live feed: key is the user's id, and only that user may follow it; a row is the whole list
 * (`mentionList`).
 */
export const MENTIONS_TOPIC = 'mentions';

/** Reference to a mention: the audit, and the id of the note or entry in it. */
const mentionRef = z.object({ auditoria: auditId, id: z.uuid() });
export type MentionRef = z.infer<typeof mentionRef>;

/** A mention of the reader in a note or in its thread. */
export const mentionView = z.object({
  /** Id of the note or thread entry that mentions the reader. */
  id: z.uuid(),
  nota: noteId,
  auditoria: z.object({ id: auditId, codigo: z.string(), nombre: z.string() }),
  /** The note's item, and the field of its worksheet; null = the whole. */
  item: z.object({ id: itemId, item_tipo: z.string(), codigo: z.string().nullable(), nombre: z.string() }),
  campo: z.string().nullable(),
  created_by: notePerson,
  /** Beginning of the text, with mentions replaced by names. */
  extracto: z.string(),
  momento: z.iso.datetime({ offset: true }),
  leida: z.boolean(),
});
export type MentionView = z.infer<typeof mentionView>;

/** Maximum length of the list; the newest are kept. */
export const MOST_MENTIONS = 50;

/**
 * Mentions of the reader, newest first; only on items outside the trash, in audits whose plan the reader may
 * open.
 */
export const mentionList = z.object({
  menciones: z.array(mentionView),
  /** Number of unread mentions. */
  sin_leer: z.number().int().nonnegative(),
});
export type MentionList = z.infer<typeof mentionList>;

/** POST …/menciones/actions/leer/: marks these as read; all if absent. */
export const readMentionsBody = z.object({ menciones: z.array(mentionRef).min(1).max(200).optional() });
export type ReadMentionsBody = z.infer<typeof readMentionsBody>;

const own = { reach: 'self', policy: { kind: 'authenticated' } } as const;

/** Mentions of the reader; never of another user. */
export const mentionCalls = {
  mine: defineCall({
    ...own,
    method: 'GET',
    path: '/proyecto/riesgo/menciones/',
    data: mentionList,
  }),
  /** Answers the updated list. */
  read: defineCall({
    ...own,
    method: 'POST',
    path: '/proyecto/riesgo/menciones/actions/leer/',
    body: readMentionsBody,
    data: mentionList,
  }),
};
