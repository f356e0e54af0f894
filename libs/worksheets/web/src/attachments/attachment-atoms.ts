import type { ItemId } from '@cotejo/audits-contracts';
import type { AttachmentId, AttachmentView } from '@cotejo/worksheets-contracts';
import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { isStanding } from './attachment-lines.ts';

export type AttachmentRows = ReadonlyMap<AttachmentId, AttachmentView>;

export const NO_ATTACHMENTS: AttachmentRows = new Map<AttachmentId, AttachmentView>();
const NO_ROWS: readonly AttachmentView[] = [];
const NO_FIELDS: ReadonlySet<string> = new Set();

/** Rows of the open audit's attachments from the feed. */
export const attachmentRowsAtom = atom<AttachmentRows>(NO_ATTACHMENTS);
/** Whether the feed sent the initial rows; `refused` if this user may not read them. */
export const attachmentsStateAtom = atom<'waiting' | 'live' | 'refused'>('waiting');

const byItemAtom = atom((get): ReadonlyMap<ItemId, readonly AttachmentView[]> => {
  const items = new Map<ItemId, AttachmentView[]>();
  for (const row of get(attachmentRowsAtom).values()) {
    const list = items.get(row.modelId);
    if (list) list.push(row);
    else items.set(row.modelId, [row]);
  }
  return items;
});

/** All attachments of an item, unordered. The array is stable until an attachment of the audit changes. */
export function useAttachmentsOf(item: ItemId): readonly AttachmentView[] {
  return useAtomValue(useMemo(() => atom((get) => get(byItemAtom).get(item) ?? NO_ROWS), [item]));
}

/** Number of current files on an item. Renders only when it changes. */
export function useAttachmentCount(item: ItemId): number {
  return useAtomValue(
    useMemo(() => atom((get) => get(byItemAtom).get(item)?.filter(isStanding).length ?? 0), [item]),
  );
}

/** Fields of a worksheet with a current file. The set is stable until the fields change. */
export function useAttachedFields(item: ItemId): ReadonlySet<string> {
  const fields = useAtomValue(
    useMemo(
      () =>
        atom((get) => {
          const standing = (get(byItemAtom).get(item) ?? NO_ROWS).filter(isStanding);
          return [...new Set(standing.flatMap(({ fieldId }) => fieldId ?? []))].sort().join(' ');
        }),
      [item],
    ),
  );
  return useMemo(() => (fields === '' ? NO_FIELDS : new Set(fields.split(' '))), [fields]);
}
