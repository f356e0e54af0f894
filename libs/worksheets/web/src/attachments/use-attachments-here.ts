import type { Uploader, UploadState } from '@cotejo/files/client';
import { auditId as auditIdShape, type ItemId } from '@cotejo/audits-contracts';
import { useWorkspace } from '@cotejo/ui';
import { attachmentView, writeAttachmentTarget, type AttachmentId } from '@cotejo/worksheets-contracts';
import { useStore } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attached } from '../host/worksheet-host.ts';
import { addressesOf } from './attachment-images.ts';
import { previewOf } from './file-kind.ts';
import { pastedName } from './pasted-name.ts';
import { openUploads } from './uploads-atoms.ts';

export interface AttachmentsHere {
  /**
   * Uploads files to a field of the worksheet, or to it as a whole. Resolves with the attached ones when each
   * is attached or has failed; the tray shows the failed ones and offers a retry.
   */
  attach(files: readonly File[], field: string | null): Promise<readonly Attached[]>;
  /** Object URL of an attachment's image; null if there is none. */
  loadImage(attachment: string): Promise<string | null>;
  /** Uploads a file as the new version of another. */
  replace(file: File, attachment: AttachmentId): void;
}

/** Files of a worksheet; a stable object for each worksheet. */
export function useAttachmentsHere(auditId: string, itemId: ItemId): AttachmentsHere {
  const store = useStore();
  const { api, me } = useWorkspace();
  const { t } = useTranslation('worksheets-web');

  return useMemo((): AttachmentsHere => {
    const named = (file: File): File => {
      const name = pastedName(file, t('attachments.pasted'), new Date());
      return name === file.name ? file : new File([file], name, { type: file.type });
    };
    const send = (files: readonly File[], field: string | null, replaces: AttachmentId | null) => {
      const uploader = openUploads(store, { api, me });
      const audit = auditIdShape.parse(auditId);
      const target = writeAttachmentTarget({ audit, item: itemId, field, replaces });
      return { uploader, ids: uploader.add(files.map(named), target) };
    };
    return {
      async attach(files, field) {
        const { uploader, ids } = send(files, field, null);
        const ended = await Promise.all(ids.map((id) => endOf(uploader, id)));
        return ended.flatMap((state) => {
          if (state === null) return [];
          const row = attachmentView.safeParse(state.answer).data;
          if (state.status === 'failed' || !row) return [];
          const isImage = previewOf(row.tipo) === 'image';
          return [{ attachment: row.id, name: row.nombre_archivo ?? state.name, isImage }];
        });
      },
      loadImage: (attachment) => addressesOf(store, auditId).get(api, attachment),
      replace: (file, attachment) => void send([file], null, attachment),
    };
  }, [store, api, me, t, auditId, itemId]);
}

/** Final state of an upload; null if it was cancelled. */
const endOf = (uploader: Uploader, id: string): Promise<UploadState | null> =>
  new Promise((resolve) => {
    let stop = (): void => undefined;
    const look = () => {
      const state = uploader.state().find((one) => one.id === id);
      if (state && state.status !== 'done' && state.status !== 'failed') return;
      stop();
      resolve(state ?? null);
    };
    stop = uploader.subscribe(look);
    look();
  });
