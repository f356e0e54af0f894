import { useWorkspace } from '@cotejo/ui';
import { ATTACHMENTS_TOPIC, attachmentView, type AttachmentView } from '@cotejo/worksheets-contracts';
import { useStore } from 'jotai';
import { useEffect } from 'react';
import { knownState } from '../host/known-state.ts';
import { attachmentRowsAtom, attachmentsStateAtom, NO_ATTACHMENTS } from './attachment-atoms.ts';
import { releaseImages } from './attachment-images.ts';

/** Follows the feed of the open audit's attachments. Renders nothing. */
export function AttachmentsFollower({ auditId }: { readonly auditId: string }) {
  const store = useStore();
  const { live } = useWorkspace();

  useEffect(() => {
    const stop = live.follow(ATTACHMENTS_TOPIC, auditId, -1, {
      onFrame: ({ rows }) => {
        const changed = rows.map((row) => attachmentView.parse(row));
        store.set(attachmentRowsAtom, (now) => new Map([...now, ...changed.map(byId)]));
      },
      onReset: () => store.set(attachmentRowsAtom, NO_ATTACHMENTS),
      onState: (state) => store.set(attachmentsStateAtom, (before) => knownState(before, state)),
    });
    return () => {
      stop();
      store.set(attachmentRowsAtom, NO_ATTACHMENTS);
      store.set(attachmentsStateAtom, 'waiting');
      releaseImages(store, auditId);
    };
  }, [store, live, auditId]);

  return null;
}

const byId = (row: AttachmentView): [AttachmentView['id'], AttachmentView] => [row.id, row];
