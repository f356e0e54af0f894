import { recordModelOf, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { attachmentCalls, pastCalls, textCalls, type AttachmentId } from '@cotejo/worksheets-contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRestore, type Restoring } from './use-restore.tsx';

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
export function useRestoreText(
  audit: Pick<AuditDetail, 'id' | 'record_type'>,
  itemId: ItemId,
  { campo, rev, label }: { readonly campo: string; readonly rev: number; readonly label: string },
): Restoring {
  const { t } = useTranslation('worksheets-web');
  const params = { model: recordModelOf(audit.record_type), auditId: audit.id, itemId, campo, rev };
  return useRestore({
    audit,
    itemId,
    label,
    done: t('past.restored'),
    restore: (api, options) => perform(api, textCalls.restore, { params }, options),
  });
}

/** Restores a removed file as a new change of the current worksheet. */
export function useRestoreFile(
  audit: Pick<AuditDetail, 'id' | 'record_type'>,
  itemId: ItemId,
  attachmentId: AttachmentId,
): Restoring {
  const { t } = useTranslation('worksheets-web');
  const params = { auditId: audit.id, itemId, attachmentId };
  return useRestore({
    audit,
    itemId,
    label: t('past.restore_file'),
    done: t('past.file_restored'),
    restore: (api, options) => perform(api, attachmentCalls.restore, { params }, options),
  });
}
