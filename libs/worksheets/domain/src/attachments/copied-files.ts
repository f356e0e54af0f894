import { isAudit, type ItemId } from '@cotejo/audits-contracts';
import { uuidOf, type AuditView } from '@cotejo/audits-domain';
import {
  attachmentId,
  MAX_ATTACHMENTS,
  type AttachmentId,
  type CopiedFile,
} from '@cotejo/worksheets-contracts';
import { copiedTexts, travelsFrom } from '../texts/copied-texts.ts';
import {
  ATTACHMENTS_SLICE,
  attachmentsFrom,
  attachmentsIn,
  livingAttachments,
  type Attachment,
} from './attachments-state.ts';

/**
 * Files that a copy of an item starts with: files of texts that are copied, and images shown in these texts
 * wherever they are attached. Evidence stays with the original work, and in an audit so do files of the
 * worksheet as a whole (other records have no work). Removed files are not copied.
 */
export function copiedFiles(source: AuditView, item: ItemId): readonly CopiedFile[] {
  const node = source.get(item);
  if (!node) return [];
  const travels = travelsFrom(source, node);
  const shown = imagesShown(source, item);
  const copied = new Map<AttachmentId, CopiedFile>();
  const add = (of: AttachmentId, field: string | null, { name, file }: Attachment): void => {
    if (!copied.has(of)) copied.set(of, { of, field, name, file });
  };
  for (const one of livingAttachments(source, item)) {
    const { id, copyOf, field } = one;
    // What is attached to a finding is evidence, whatever the field.
    const isOfProgramme =
      node.type !== 'finding' && (field === null ? !isAudit(source.recordType) : travels(field));
    if (isOfProgramme) add([id, copyOf].find((name) => name && shown.has(name)) ?? copyOf ?? id, field, one);
  }
  for (const [image, field] of shown) {
    const found = copied.has(image) ? undefined : findShown(source, item, image);
    if (found) add(image, field, found);
  }
  return [...copied.values()].slice(0, MAX_ATTACHMENTS);
}

/**
 * Deterministic id of a copied file. Unique in the account, because the file storage records by it which
 * attachment holds the bytes.
 */
export const copiedFileId = (view: AuditView, item: ItemId, of: AttachmentId): AttachmentId =>
  attachmentId.parse(uuidOf(`file of copy ${view.audit}/${item}/${of}`));

/** Images in the copied texts, by the id used there, with a field that shows each. */
const imagesShown = (source: AuditView, item: ItemId): ReadonlyMap<AttachmentId, string> =>
  new Map(
    copiedTexts(source, item).flatMap(({ field, images = [] }) =>
      images.map((image): [AttachmentId, string] => [image, field]),
    ),
  );

/** Searches the item itself first: text is also pasted between worksheets together with its images. */
function findShown(source: AuditView, item: ItemId, image: AttachmentId): Attachment | undefined {
  const isIt = ({ id, copyOf, removed }: Attachment): boolean =>
    !removed && (id === image || copyOf === image);
  const here = attachmentsIn(source, item).find(isIt);
  if (here) return here;
  for (const [, list] of attachmentsFrom(source.slice(ATTACHMENTS_SLICE))) {
    const found = list.find(isIt);
    if (found) return found;
  }
  return undefined;
}
