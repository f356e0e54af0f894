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
 * Files that a copy of an item begins with: those of texts that travel, and the images that these show, wherever they
 * stand. Evidence stays with the work that it documents, and so, in an audit, do files of the worksheet as a whole;
 * elsewhere nobody works. What was removed is gone from the copy, too.
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
    const isOfProgramme = field === null ? !isAudit(source.recordType) : travels(field);
    if (isOfProgramme) add([id, copyOf].find((name) => name && shown.has(name)) ?? copyOf ?? id, field, one);
  }
  for (const [image, field] of shown) {
    const found = copied.has(image) ? undefined : findShown(source, item, image);
    if (found) add(image, field, found);
  }
  return [...copied.values()].slice(0, MAX_ATTACHMENTS);
}

/** Of a file in one copy of an item: of no other one's in the account, for by it is told who holds the bytes. */
export const copiedFileId = (view: AuditView, item: ItemId, of: AttachmentId): AttachmentId =>
  attachmentId.parse(uuidOf(`file of copy ${view.audit}/${item}/${of}`));

/** Images in the texts that travel, as these call them, with a field that shows them. */
const imagesShown = (source: AuditView, item: ItemId): ReadonlyMap<AttachmentId, string> =>
  new Map(
    copiedTexts(source, item).flatMap(({ field, images = [] }) =>
      images.map((image): [AttachmentId, string] => [image, field]),
    ),
  );

/** First on the item itself: people take words, and the images between them, also from one worksheet to another. */
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
