import { z } from 'zod';
import { contentHash, itemId, signatureMark } from '@cotejo/audits-contracts';
import { defineErrors, nothingHidden } from '@cotejo/http/contracts';
import { countable, plainText, sealedText, writableSeal } from './sealed-text.ts';

export const attachmentId = z.uuid().brand<'AttachmentId'>();
export type AttachmentId = z.infer<typeof attachmentId>;

export const MAX_FILE_NAME_LENGTH = 255;
/** Attachments of one worksheet, versions included. */
export const MAX_ATTACHMENTS = 1_000;

/** What was found in the file itself, whatever its name says. */
export const storedFile = z.object({
  sha256: contentHash,
  bytes: z.number().int().positive(),
  /** Media type, as detected. */
  mime: z.string().max(100),
});
export type StoredFile = z.infer<typeof storedFile>;

/** Names of files may tell of people: they lie in the vault, and their seal travels beside the intent (`SealedWords`). */
const fileName = plainText.max(MAX_FILE_NAME_LENGTH).refine(...nothingHidden);

const about = { id: itemId, attachment: attachmentId };
/** Field of the worksheet that it belongs to, by its name there; null = the worksheet as a whole. */
const field = z.string().max(100).nullable();

/** A file that a copy of a worksheet begins with. */
export const copiedFile = z.object({
  /** The attachment as texts that travel with it name it: that of the first original, however often it was copied. */
  of: attachmentId,
  field,
  name: sealedText,
  file: storedFile,
});
export type CopiedFile = z.infer<typeof copiedFile>;

/** Files that one intent brings; the next one brings the rest. */
export const MAX_COPIED_FILES = 200;

export const attachmentIntent = z.discriminatedUnion('kind', [
  /** By the server alone, once a file is whole and stored. `replaces` = it is a new version of that one. */
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
  /** By the server alone, right after a copy's birth: nobody has begun the work by that. */
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
      /** 1 for the first of its line. */
      revision: z.number().int().positive(),
    }),
  }),
  z.object({ type: z.literal('AttachmentRemoved'), data: z.object(about) }),
  z.object({ type: z.literal('AttachmentRestored'), data: z.object(about) }),
  z.object({
    type: z.literal('AttachmentSigned'),
    data: z.object({ ...about, mark: signatureMark, sha256: contentHash }),
  }),
  /** It came along with a copy of its worksheet: the same bytes, held once more. */
  z.object({ type: z.literal('AttachmentCopied'), data: z.object({ ...about, ...copiedFile.shape }) }),
]);
export type AttachmentEvent = z.infer<typeof attachmentEvent>;
export type AttachmentEventType = AttachmentEvent['type'];

const writableFile = {
  field,
  name: writableSeal,
  /** The column of its size is a `bigint`: any safe integer. */
  file: z.strictObject(storedFile.shape),
};

/** The data that events of attachments may be written with. */
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

/** Why an intent about an attachment or a text is refused; texts: `errors.<code>` of this lib. */
export const worksheetErrors = defineErrors('worksheets-contracts', {
  attachment_not_found: 404,
  attachment_removed: 409,
  attachment_not_removed: 409,
  /** A newer version of it stands. */
  attachment_replaced: 409,
  attachment_signed: 409,
  /** Its bytes are not kept any more: it cannot be brought back. */
  attachment_file_gone: 410,
  too_many_attachments: 422,
  no_attachments_here: 422,
  text_not_allowed: 422,
  /** The texts of a worksheet could not be brought to rest for a signature: try again. */
  texts_not_settled: 503,
  /** What worksheets hold at that version cannot be read yet: try again. */
  contents_not_readable: 503,
  text_revision_not_found: 404,
  /** What it said was taken out of the vault. */
  text_redacted: 409,
  /** The vault does not hold what was sealed. */
  text_altered: 409,
  /** The text takes no writes now, or not from this person. */
  text_not_writable: 409,
});
