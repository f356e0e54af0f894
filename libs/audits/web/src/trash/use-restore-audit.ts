import { auditTrashCalls, type AuditId } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { notify, useErrorText, useWorkspace } from '@cotejo/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

/** Query of the trash of audits. */
export const DELETED_AUDITS = ['audits', 'deleted'] as const;

/** Restores an audit from the trash; shows a message when refused. */
export function useRestoreAudit() {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const words = useErrorText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { readonly id: AuditId; readonly name: string }) =>
      perform(api, auditTrashCalls.restore, { params: { id } }),
    onSuccess: (_, { name }) => notify.success(t('audit_trash.restored', { name })),
    onError: (error) => notify.error(words(error)),
    onSettled: (_, __, { id }) => {
      void queries.invalidateQueries({ queryKey: DELETED_AUDITS });
      void queries.invalidateQueries({ queryKey: ['audit', id] });
    },
  });
}
