import { userId, type UserId } from '@cotejo/access-contracts';
import {
  itemId,
  signatureMark,
  type ItemId,
  type SignedText,
  sealedText,
  type SealedText,
} from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import { attachmentId, storedFile, type AttachmentId, type StoredFile } from '@cotejo/worksheets-contracts';
import { z } from 'zod';
import { differingByItem, ItemMap } from '../item-map.ts';

export const ATTACHMENTS_SLICE = 'attachments';

/** An attachment as the rules need it. Its name is in the vault, its bytes in the file storage. */
export interface Attachment {
  readonly id: AttachmentId;
  readonly field: string | null;
  readonly by: UserId;
  /** Seal of its name. */
  readonly name: SealedText;
  readonly file: StoredFile;
  /** Id used by texts copied along with it; null for an upload. */
  readonly copyOf: AttachmentId | null;
  readonly replaces: AttachmentId | null;
  readonly revision: number;
  readonly removed: boolean;
  readonly signatures: readonly { readonly mark: 'completed' | 'reviewed'; readonly by: UserId }[];
}

/** Attachments by item, in order of addition. Immutable, so that overlays may share it. */
export type Attachments = ItemMap<readonly Attachment[]>;

const NONE: Attachments = ItemMap.of();
const NO_ATTACHMENTS: readonly Attachment[] = [];

/** Typed state of the slice; empty before its first event. */
export const attachmentsFrom = (state: unknown): Attachments =>
  state instanceof ItemMap ? (state as Attachments) : NONE;

/** Attachments of an item, including removed and replaced ones; always empty in a browser. */
export const attachmentsIn = (view: Pick<AuditView, 'slice'>, item: ItemId): readonly Attachment[] =>
  attachmentsFrom(view.slice(ATTACHMENTS_SLICE)).get(item) ?? NO_ATTACHMENTS;

/** Whether a newer version exists that is not removed. */
export const isReplaced = (list: readonly Attachment[], id: AttachmentId): boolean =>
  list.some((other) => other.replaces === id && !other.removed);

/** Refusal of a newer version of an attachment; null if allowed, or if nothing is replaced. */
export function refusedReplacement(
  list: readonly Attachment[],
  replaces: AttachmentId | null,
): 'attachment_not_found' | 'attachment_removed' | 'attachment_replaced' | null {
  if (replaces === null) return null;
  const before = list.find(({ id }) => id === replaces);
  if (!before) return 'attachment_not_found';
  if (before.removed) return 'attachment_removed';
  return isReplaced(list, replaces) ? 'attachment_replaced' : null;
}

/** Current attachments: not removed, and the newest version. */
export function livingAttachments(view: AuditView, item: ItemId): readonly Attachment[] {
  const list = attachmentsIn(view, item);
  return list.filter(({ id, removed }) => !removed && !isReplaced(list, id));
}

/** Files covered by a signature on an item, one entry each. */
export const signedAttachments = (view: AuditView, item: ItemId): readonly SignedText[] =>
  livingAttachments(view, item)
    .map(({ id, revision, file }) => ({ field: `attachment.${id}`, rev: revision, hash: file.sha256 }))
    .sort((a, b) => (a.field < b.field ? -1 : 1));

/** Attachments that differ between two states, by item. */
export const differingAttachments = (
  before: unknown,
  after: unknown,
): ReadonlyMap<ItemId, readonly string[]> =>
  differingByItem(attachmentsFrom(before), attachmentsFrom(after), (old, now) => {
    const [earlier, later] = [standingOf(old), standingOf(now)];
    return [...new Set([...earlier.keys(), ...later.keys()])].filter(
      (id) => earlier.get(id) !== later.get(id),
    );
  });

/** Current attachments with their visible state: the signatures. */
const standingOf = (list: readonly Attachment[] = []): ReadonlyMap<AttachmentId, string> =>
  new Map(
    list
      .filter(({ id, removed }) => !removed && !isReplaced(list, id))
      .map(({ id, signatures }) => [id, JSON.stringify(signatures.map(({ mark, by }) => [mark, by]))]),
  );

const frozenAttachment = z.object({
  id: attachmentId,
  field: z.string().nullable(),
  by: userId,
  name: sealedText,
  file: storedFile,
  copyOf: attachmentId.nullable(),
  replaces: attachmentId.nullable(),
  revision: z.number(),
  removed: z.boolean(),
  signatures: z.array(z.object({ mark: signatureMark, by: userId })),
});
const frozenAttachments = z.array(z.tuple([itemId, z.array(frozenAttachment)]));

/** Plain JSON for snapshots. */
export const freezeAttachments = (state: unknown): unknown => [...attachmentsFrom(state)];
/** @throws ZodError if the JSON is no frozen state of attachments */
export const thawAttachments = (json: unknown): Attachments =>
  ItemMap.of<readonly Attachment[]>(frozenAttachments.parse(json));
