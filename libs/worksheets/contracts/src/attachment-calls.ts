import { userId } from '@cotejo/access-contracts';
import { auditId, itemId } from '@cotejo/audits-contracts';
import { UPLOADS_PATH } from '@cotejo/files/protocol';
import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { ATTACHMENT_FILE_PATH } from './attachment-paths.ts';
import { attachmentId } from './attachments.ts';
import { notePerson } from './note-calls.ts';
import { fieldName } from './worksheet-texts.ts';

/**
 * Topic of the live feed: key is the audit id, the cursor the audit's version; a row is a whole attachment in
 * its current state. A subscription from -1 gets all, including removed ones and older versions.
 */
export const ATTACHMENTS_TOPIC = 'attachments';

/** Endpoint of uploads, whose target `writeAttachmentTarget` writes. */
export const ATTACHMENT_UPLOADS = UPLOADS_PATH;

/** Right required for uploads; the audit's rules are checked, too, before the first byte and at the end. */
export const attachmentUploadPolicy = { kind: 'requires', permission: 'plan.treeitem__edit' } as const;

const target = z.object({
  audit: auditId,
  item: itemId,
  /** Field of the worksheet that it belongs to; null = the worksheet as a whole. */
  field: z.string().max(100).nullable(),
  /** The attachment of which this is a new version; it keeps that one's field. */
  replaces: attachmentId.nullable().default(null),
});
export type AttachmentTarget = z.infer<typeof target>;

/** Serializes the target of an upload for its metadata. */
export const writeAttachmentTarget = (told: z.input<typeof target>): string => JSON.stringify(told);

/** Null if the text is no valid target. */
export function readAttachmentTarget(text: string): AttachmentTarget | null {
  try {
    return target.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** An attachment in answers of calls, rows of the feed and the answer to a finished upload. */
export const attachmentView = z.object({
  id: attachmentId,
  /** The worksheet, and its field; null = the worksheet as a whole. */
  modelId: itemId,
  fieldId: z.string().nullable(),
  /** Null if the name was redacted. */
  nombre_archivo: z.string().nullable(),
  /** Bytes. */
  peso_archivo: z.number().int(),
  /** Media type, detected from the content. */
  tipo: z.string(),
  sha256: z.string(),
  /** Day in the account's zone, yyyy-MM-dd; `momento` is exact. */
  created_at: z.iso.date(),
  momento: z.iso.datetime({ offset: true }),
  created_by: notePerson,
  firmas: z.object({ completado: z.array(notePerson), revisado: z.array(notePerson) }),
  /** 1 for the first version; the replaced attachment, and whether a newer version is current. */
  revision: z.number().int().positive(),
  reemplaza: attachmentId.nullable(),
  reemplazado: z.boolean(),
  eliminado: z.boolean(),
  /** Audit version that added it; defines the order. */
  orden: z.number().int(),
  /** Audit version of its last change. */
  version: z.number().int(),
});
export type AttachmentView = z.infer<typeof attachmentView>;

/** Families of media types, for filters. */
export const attachmentFamily = z.enum(['word', 'excel', 'pdf', 'imagen', 'otro']);
export type AttachmentFamily = z.infer<typeof attachmentFamily>;

/** Contract section 9: Word, Excel, images, PDF; all others are `otro`. */
export function familyOf(mime: string): AttachmentFamily {
  if (mime.startsWith('image/')) return 'imagen';
  if (mime === 'application/pdf') return 'pdf';
  if (/msword|wordprocessingml|opendocument\.text|rtf/.test(mime)) return 'word';
  if (/ms-excel|spreadsheet|csv/.test(mime)) return 'excel';
  return 'otro';
}

const flag = z.enum(['0', '1']).transform((value) => value === '1');

/** Query of the evidence index: current attachments, newest first. */
export const evidenceQuery = z.object({
  item: itemId.optional(),
  campo: fieldName.optional(),
  tipo: attachmentFamily.optional(),
  persona: userId.optional(),
  /** True: with any signature; false: without. */
  firmado: flag.optional(),
  /** Added before this audit version (`orden`): cursor of the next page. */
  antes: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  limite: z.coerce.number().int().min(1).max(200).default(50),
});
export type EvidenceQuery = z.infer<typeof evidenceQuery>;

const itemParams = z.object({ auditId, itemId });
const attachmentParams = z.object({ auditId, attachmentId });
const reading = {
  reach: 'account',
  method: 'GET',
  policy: { kind: 'requires', permission: 'plan.access' },
} as const;
const AUDIT = '/proyecto/riesgo/auditoria/:auditId';

/**
 * Files of worksheets. They arrive by `ATTACHMENT_UPLOADS`; removing and signing are intents of the audit's
 * room, and so is restoring for clients that have it open.
 */
export const attachmentCalls = {
  /** All attachments of one worksheet, removed ones and older versions included; oldest first. */
  ofItem: defineCall({
    ...reading,
    path: `${AUDIT}/tree/:itemId/adjuntos/`,
    params: itemParams,
    data: z.object({ adjuntos: z.array(attachmentView) }),
    refusals: ['audit_not_found', 'item_not_found'],
  }),
  /** The evidence index of the audit: current attachments on items outside the trash. */
  evidence: defineCall({
    ...reading,
    path: `${AUDIT}/adjuntos/`,
    params: z.object({ auditId }),
    query: evidenceQuery,
    data: z.object({ adjuntos: z.array(attachmentView), hay_mas: z.boolean() }),
    refusals: ['audit_not_found'],
  }),
  /** Restores a removed file, as a change in the name of the caller; refused once its bytes are deleted. */
  restore: defineCall({
    reach: 'account',
    policy: { kind: 'requires', permission: 'plan.treeitem__edit' },
    method: 'POST',
    path: `${AUDIT}/tree/:itemId/adjuntos/:attachmentId/actions/restaurar/`,
    params: itemParams.extend({ attachmentId }),
    data: z.object({ restaurado: z.literal(true) }),
    refusals: [
      'audit_not_found',
      'audit_closed',
      'item_not_found',
      'item_deleted',
      'attachment_not_found',
      'attachment_not_removed',
      'attachment_replaced',
      'attachment_file_gone',
      'forbidden',
    ],
  }),
  /** The bytes; `ver=1` serves images and PDF inline. Supports ranges and ETag. */
  download: defineCall({
    ...reading,
    path: ATTACHMENT_FILE_PATH,
    params: attachmentParams,
    query: z.object({ ver: flag.optional() }),
    data: null,
    raw: true,
    streamed: true,
    refusals: ['audit_not_found', 'attachment_not_found', 'file_not_found', 'range_not_satisfiable'],
  }),
};
