import { z } from 'zod';
import { contentHash, itemId, signatureMark, sealedText } from '@cotejo/audits-contracts';
import { defineErrors, nothingHidden } from '@cotejo/http/contracts';
import { countable, plainText, writableSeal } from './sealed-text.ts';

export const attachmentId = z.uuid().brand<'AttachmentId'>();
export type AttachmentId = z.infer<typeof attachmentId>;

export const MAX_FILE_NAME_LENGTH = 255;
/** Attachments of one worksheet, versions included. */
export const MAX_ATTACHMENTS = 1_000;

/** Facts detected from the file's content, independent of its name. */
export const storedFile = z.object({
  sha256: contentHash,
  bytes: z.number().int().positive(),
  /** Media type, as detected. */
  mime: z.string().max(100),
});
export type StoredFile = z.infer<typeof storedFile>;

/**
 * File names may contain personal data: they are stored in the vault, and the seal travels beside the intent
 * (`SealedWords`).
 */
const fileName = plainText.max(MAX_FILE_NAME_LENGTH).refine(...nothingHidden);

const about = { id: itemId, attachment: attachmentId };
/** Field of the worksheet that it belongs to, by its name there; null = the worksheet as a whole. */
const field = z.string().max(100).nullable();

/** A file of a worksheet's copy. */
export const copiedFile = z.object({
  /** Id used in copied texts: that of the first original, also after repeated copies. */
  of: attachmentId,
  field,
  name: sealedText,
  file: storedFile,
});
export type CopiedFile = z.infer<typeof copiedFile>;

/** Maximum number of files in one intent; further ones need another intent. */
export const MAX_COPIED_FILES = 200;

export const attachmentIntent = z.discriminatedUnion('kind', [
  /**
   * Server only, once a file is complete and stored. `replaces` = the attachment of which it is a new
   * version.
   */
  z.strictObject({
    kind: z.literal('add_attachment'),
    ...about,
    field,
    name: fileName,
    file: storedFile,
    replaces: attachmentId.nullable(),
  }),
  z.strictObject({ kind: z.literal('remove_attachment'), ...about }),
  z.strictObject({ kind: z.literal('restore_attachment'), ...about }),
  z.strictObject({ kind: z.literal('sign_attachment'), ...about, mark: signatureMark }),
  /** Server only, right after the creation of a copy; does not start the work. */
  z.strictObject({
    kind: z.literal('copy_attachments'),
    id: itemId,
    files: z.array(copiedFile).min(1).max(MAX_COPIED_FILES),
  }),
]);
export type AttachmentIntent = z.infer<typeof attachmentIntent>;

export const attachmentEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('AttachmentAdded'),
    data: z.object({
      ...about,
      field,
      name: sealedText,
      file: storedFile,
      replaces: attachmentId.nullable(),
      /** 1 for the first version. */
      revision: z.number().int().positive(),
    }),
  }),
  z.object({ type: z.literal('AttachmentRemoved'), data: z.object(about) }),
  z.object({ type: z.literal('AttachmentRestored'), data: z.object(about) }),
  z.object({
    type: z.literal('AttachmentSigned'),
    data: z.object({ ...about, mark: signatureMark, sha256: contentHash }),
  }),
  /** Added with a copy of its worksheet: shares the stored bytes. */
  z.object({ type: z.literal('AttachmentCopied'), data: z.object({ ...about, ...copiedFile.shape }) }),
]);
export type AttachmentEvent = z.infer<typeof attachmentEvent>;
export type AttachmentEventType = AttachmentEvent['type'];

const writableFile = {
  field,
  name: writableSeal,
  /** The size's column is a `bigint`: any safe integer fits. */
  file: z.strictObject(storedFile.shape),
};

/** Writable data of attachment events. */
export const writableAttachments: Readonly<Record<AttachmentEventType, z.ZodType>> = {
  AttachmentAdded: z.strictObject({
    ...about,
    ...writableFile,
    replaces: attachmentId.nullable(),
    revision: countable.min(1),
  }),
  AttachmentRemoved: z.strictObject(about),
  AttachmentRestored: z.strictObject(about),
  AttachmentSigned: z.strictObject({ ...about, mark: signatureMark, sha256: contentHash }),
  AttachmentCopied: z.strictObject({ ...about, of: attachmentId, ...writableFile }),
};

/** Refusals of intents on attachments and texts; texts: `errors.<code>` of this lib. */
export const worksheetErrors = defineErrors('worksheets-contracts', {
  attachment_not_found: 404,
  attachment_removed: 409,
  attachment_not_removed: 409,
  /** A newer version is current. */
  attachment_replaced: 409,
  attachment_signed: 409,
  /** Its bytes are deleted: it cannot be restored. */
  attachment_file_gone: 410,
  too_many_attachments: 422,
  no_attachments_here: 422,
  text_not_allowed: 422,
  /** The worksheet's pending texts could not be revised for a signature; retry. */
  texts_not_settled: 503,
  /** The worksheets of that version are not readable yet; retry. */
  contents_not_readable: 503,
  text_revision_not_found: 404,
  /** The text was redacted from the vault. */
  text_redacted: 409,
  /** The vault's content does not match the seal. */
  text_altered: 409,
  /** The text is locked, or read-only for this user. */
  text_not_writable: 409,
});
