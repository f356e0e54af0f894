import { recordModelOf, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { notify, useErrorText, useWorkspace } from '@cotejo/ui';
import { attachmentCalls, pastCalls, textCalls, type AttachmentId } from '@cotejo/worksheets-contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

/** The item was purged: retrying is useless. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'item_not_found';

/** Content of a worksheet at a version; cached, and the previous data stay until the next arrive. */
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

/** Restores a past text as a new change of the current worksheet. */
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

/** Restores a removed file as a new change of the current worksheet. */
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
