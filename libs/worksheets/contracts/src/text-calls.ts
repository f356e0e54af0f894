import { auditId, itemId, recordModel } from '@cotejo/audits-contracts';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { notePerson } from './note-calls.ts';
import { fieldName } from './worksheet-texts.ts';

/**
 * Topic of the live feed: key is the audit id, the cursor the audit's version; a row is the newest revision
 * of a text. A subscription from -1 gets one row for each text ever written.
 */
export const WORKSHEET_TEXTS_TOPIC = 'worksheet-texts';

/** JSON of ProseMirror (`{type: 'doc', content}`), or of a flowchart (`{nodes, edges}`). */
export const textBody = z.record(z.string(), z.unknown());
export type TextBody = z.infer<typeof textBody>;

const revision = {
  /** Name of the text in its worksheet; `TEXT_FIELDS`, `FLOWCHART_FIELD`. */
  campo: z.string(),
  /** 1 for the first revision of a text; 0 = the unrevised text of an import's programme. */
  rev: z.number().int().nonnegative(),
  /** Visible characters. */
  caracteres: z.number().int().nonnegative(),
  /** Authors of the changes since the previous revision; empty for imported text. */
  autores: z.array(notePerson),
  momento: z.iso.datetime({ offset: true }).nullable(),
  /** Audit version of the revision; -1 for the programme of an import. */
  version: z.number().int(),
};

/** A revision without its content. */
export const textRevisionRow = z.object({ modelo_id: itemId, ...revision });
export type TextRevisionRow = z.infer<typeof textRevisionRow>;

const content = {
  /** Null if empty or redacted. */
  cuerpo: textBody.nullable(),
  /** Visible text, one line a block. */
  texto: z.string(),
  redactado: z.boolean(),
  /** The vault's content does not match the seal, so the text is unknown. */
  alterado: z.boolean(),
};

/** A text in its newest revision. */
export const worksheetTextView = z.object({ ...revision, ...content });
export type WorksheetTextView = z.infer<typeof worksheetTextView>;

/** A piece of a line: in both revisions, only in the newer (`mas`), or only in the older (`menos`). */
export const diffPiece = z.object({ signo: z.enum(['igual', 'mas', 'menos']), texto: z.string() });
export type DiffPiece = z.infer<typeof diffPiece>;

/** A revision with its content and the line-by-line diff to the previous one. */
export const textRevisionView = z.object({
  modelo_id: itemId,
  ...revision,
  ...content,
  /** Revision that it is compared with; null for the first. */
  anterior: z.number().int().nullable(),
  /** Null if there is no text to compare: a flowchart, a redacted text. */
  diferencias: z.array(z.array(diffPiece)).nullable(),
});
export type TextRevisionView = z.infer<typeof textRevisionView>;

/** Revision numbers are 31-bit. */
const NEWEST = 2_147_483_647;

export const textRevisionsQuery = z.object({
  /** Only older revisions than this one. */
  antes: z.coerce.number().int().positive().max(NEWEST).optional(),
  limite: z.coerce.number().int().min(1).max(100).default(30),
});

const itemParams = z.object({ model: recordModel, auditId, itemId });
const fieldParams = itemParams.extend({ campo: fieldName.min(1) });
const revisionParams = fieldParams.extend({
  rev: z.coerce
    .number()
    .int()
    .min(0)
    .max(NEWEST - 1),
});
const reading = { reach: 'account', policy: { kind: 'requires', permission: 'plan.access' } } as const;
const TEXTS = '/proyecto/riesgo/:model/:auditId/tree/:itemId/textos/';
const noItem = ['audit_not_found', 'item_not_found'];

/** Read access to texts of worksheets; they are edited in their worksheet's room. */
export const textCalls = {
  texts: defineCall({
    ...reading,
    method: 'GET',
    path: TEXTS,
    params: itemParams,
    data: z.object({ textos: z.array(worksheetTextView) }),
    refusals: noItem,
  }),
  /** Newest first. */
  revisions: defineCall({
    ...reading,
    method: 'GET',
    path: `${TEXTS}:campo/revisiones/`,
    params: fieldParams,
    query: textRevisionsQuery,
    data: z.object({ revisiones: z.array(textRevisionRow), hay_mas: z.boolean() }),
    refusals: noItem,
  }),
  revision: defineCall({
    ...reading,
    method: 'GET',
    path: `${TEXTS}:campo/revisiones/:rev/`,
    params: revisionParams,
    data: textRevisionView,
    refusals: [...noItem, 'text_revision_not_found'],
  }),
  /**
   * Writes a revision's content into the current text, as a live change in the name of the caller. Revision 0
   * is the imported text.
   */
  restore: defineCall({
    reach: 'account',
    policy: { kind: 'requires', permission: 'plan.treeitem__edit' },
    method: 'POST',
    path: `${TEXTS}:campo/revisiones/:rev/actions/restaurar/`,
    params: revisionParams,
    data: z.object({ restaurada: z.literal(true) }),
    refusals: [
      ...noItem,
      'text_revision_not_found',
      'text_redacted',
      'text_altered',
      'text_not_writable',
      'room_unavailable',
    ],
  }),
};
