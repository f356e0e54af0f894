import { recordModelOf, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { notify, useErrorText, useWorkspace } from '@cotejo/ui';
import { attachmentCalls, pastCalls, textCalls, type AttachmentId } from '@cotejo/worksheets-contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

/** Nothing of it is kept any more: there is nothing to try again. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'item_not_found';

/** What a worksheet held at a version; asked once, and the last one stands until the next is there. */
export function usePastContents(auditId: string, itemId: ItemId, version: number | null) {
  const { api } = useWorkspace();
  return useQuery({
    queryKey: ['worksheet-contents', auditId, itemId, version],
    enabled: version !== null,
    queryFn: ({ signal }) =>
      perform(
        api,
        pastCalls.contents,
        { params: { auditId, itemId }, query: { version: String(version ?? 0) } },
        { signal },
      ),
    staleTime: Infinity,
    gcTime: 20_000,
    placeholderData: keepPreviousData,
  });
}

/** Brings a text of the past back, as a new change of the worksheet of now. */
export function useRestoreText(audit: AuditDetail, itemId: ItemId, campo: string, rev: number) {
  const { t } = useTranslation('worksheets-web');
  const { api } = useWorkspace();
  const words = useErrorText();
  const params = { model: recordModelOf(audit.record_type), auditId: audit.id, itemId, campo, rev };
  return useMutation({
    mutationFn: () => perform(api, textCalls.restore, { params }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: () => notify.info(t('past.restored')),
    onError: (error) => notify.warning(words(error)),
  });
}

/** Brings back a file that was removed, as a new change of the worksheet of now. */
export function useRestoreFile(auditId: string, itemId: ItemId, attachmentId: AttachmentId) {
  const { t } = useTranslation('worksheets-web');
  const { api } = useWorkspace();
  const words = useErrorText();
  const params = { auditId, itemId, attachmentId };
  return useMutation({
    mutationFn: () =>
      perform(api, attachmentCalls.restore, { params }, { idempotencyKey: crypto.randomUUID() }),
    onSuccess: () => notify.info(t('past.file_restored')),
    onError: (error) => notify.warning(words(error)),
  });
}
