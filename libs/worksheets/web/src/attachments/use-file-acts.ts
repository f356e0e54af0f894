import { performDownload } from '@cotejo/http/client';
import { pathOf } from '@cotejo/http/contracts';
import { notify, saveFile, useErrorText, useWorkspace } from '@cotejo/ui';
import {
  attachmentCalls,
  ATTACHMENT_DOWNLOAD_PAGE,
  type AttachmentIntent,
  type AttachmentView,
} from '@cotejo/worksheets-contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import type { AttachmentAct } from './attachment-acts.ts';
import { useFileName } from './attachment-name.ts';

/** Bytes; larger downloads open a page that shows their progress. */
const MOST_AT_ONCE = 25 * 1024 * 1024;

/** Downloads a file of any size. */
export function useDownload(auditId: string): (file: AttachmentView) => Promise<void> {
  const { api } = useWorkspace();
  const nameOf = useFileName();
  const words = useErrorText();
  return async (file) => {
    const ids = { auditId, attachmentId: file.id };
    if (file.peso_archivo > MOST_AT_ONCE) {
      window.open(pathOf(ATTACHMENT_DOWNLOAD_PAGE, ids), '_blank', 'noopener');
      return;
    }
    try {
      const { bytes } = await performDownload(api, attachmentCalls.download, { params: ids });
      saveFile(nameOf(file), new Blob([new Uint8Array(bytes)], { type: file.tipo }));
    } catch (error) {
      notify.error(words(error));
    }
  };
}

export type AskedAct = Exclude<AttachmentAct, 'replace'>;

/** The intent of an act. */
export function intentOf(act: AskedAct, { id: attachment, modelId: id }: AttachmentView): AttachmentIntent {
  if (act === 'remove') return { kind: 'remove_attachment', id, attachment };
  if (act === 'restore') return { kind: 'restore_attachment', id, attachment };
  return { kind: 'sign_attachment', id, attachment, mark: act === 'complete' ? 'completed' : 'reviewed' };
}

/** Submits an act to the server and announces its outcome. True if it succeeded. */
export function useAskAct(): (act: AskedAct, file: AttachmentView) => Promise<boolean> {
  const { t } = useTranslation('worksheets-web');
  const { ask, announce } = useWorksheetHost();
  const nameOf = useFileName();
  return useCallback(
    async (act, file) => {
      const isDone = await ask(intentOf(act, file));
      if (isDone) announce(t(`attachments.done.${act}`, { name: nameOf(file) }));
      return isDone;
    },
    // `nameOf` depends on `t` only, which changes with the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [ask, announce, t],
  );
}
