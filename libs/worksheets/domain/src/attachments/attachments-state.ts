import { userId, type UserId } from '@cotejo/access-contracts';
import { itemId, signatureMark, type ItemId, type SignedText } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import {
  attachmentId,
  sealedText,
  storedFile,
  type AttachmentId,
  type SealedText,
  type StoredFile,
} from '@cotejo/worksheets-contracts';
import { z } from 'zod';
import { differingByItem, ItemMap } from '../item-map.ts';

export const ATTACHMENTS_SLICE = 'attachments';

/** What the rules need of an attachment; its name lies in the vault, and the file where files are. */
export interface Attachment {
  readonly id: AttachmentId;
  readonly field: string | null;
  readonly by: UserId;
  /** Its seal. */
  readonly name: SealedText;
  readonly file: StoredFile;
  /** What texts that came along with it call it; null for one that was uploaded here. */
  readonly copyOf: AttachmentId | null;
  readonly replaces: AttachmentId | null;
  readonly revision: number;
  readonly removed: boolean;
  readonly signatures: readonly { readonly mark: 'completed' | 'reviewed'; readonly by: UserId }[];
}

/** By item, in the order in which they came; a new map with each change, so that overlays may share it. */
export type Attachments = ItemMap<readonly Attachment[]>;

const NONE: Attachments = ItemMap.of();
const NO_ATTACHMENTS: readonly Attachment[] = [];

/** From the state of the slice; none while nothing happened in it. */
export const attachmentsFrom = (state: unknown): Attachments =>
  state instanceof ItemMap ? (state as Attachments) : NONE;

/** Attachments of an item, removed and replaced ones included; a browser knows of none of them. */
export const attachmentsIn = (view: Pick<AuditView, 'slice'>, item: ItemId): readonly Attachment[] =>
  attachmentsFrom(view.slice(ATTACHMENTS_SLICE)).get(item) ?? NO_ATTACHMENTS;

/** Whether a newer version of an attachment stands. */
export const isReplaced = (list: readonly Attachment[], id: AttachmentId): boolean =>
  list.some((other) => other.replaces === id && !other.removed);

/** Why an attachment takes no newer version; null when it does, or when none is meant. */
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

/** Attachments that stand: not removed, and the newest of their line. */
export function livingAttachments(view: AuditView, item: ItemId): readonly Attachment[] {
  const list = attachmentsIn(view, item);
  return list.filter(({ id, removed }) => !removed && !isReplaced(list, id));
}

/** Files that a signature under an item covers, each as its own. */
export const signedAttachments = (view: AuditView, item: ItemId): readonly SignedText[] =>
  livingAttachments(view, item)
    .map(({ id, revision, file }) => ({ field: `attachment.${id}`, rev: revision, hash: file.sha256 }))
    .sort((a, b) => (a.field < b.field ? -1 : 1));

/** Attachments that do not stand the same in two states, by item. */
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

/** Those that stand, by what of them people see change: who signed them. */
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
/** @throws ZodError on what is no frozen state of attachments */
export const thawAttachments = (json: unknown): Attachments =>
  ItemMap.of<readonly Attachment[]>(frozenAttachments.parse(json));
