import { auditTrashCalls, MAX_REASON, type AuditDetail } from '@cotejo/audits-contracts';
import { AUDIT_TRASH_DAYS } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { FormDialog, TextField } from '@cotejo/ui/form';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

const schema = z.strictObject({ motivo: z.string().trim().max(MAX_REASON).nullish() });

interface DeleteAuditDialogProps {
  readonly audit: Pick<AuditDetail, 'id' | 'nombre' | 'codigo'>;
  readonly onClose: () => void;
}

/** Asks before an audit goes to the trash of the account. */
export function DeleteAuditDialog({ audit, onClose }: DeleteAuditDialogProps) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const remove = async ({ motivo }: z.infer<typeof schema>): Promise<void> => {
    const query = motivo ? { motivo } : {};
    await perform(api, auditTrashCalls.remove, { params: { id: audit.id }, query });
    void queries.invalidateQueries({ queryKey: ['audit', audit.id] });
  };
  return (
    <FormDialog
      title={t('audit_trash.delete_title')}
      submit={t('audit_trash.delete')}
      schema={schema}
      values={{ motivo: null }}
      draft={null}
      danger
      send={remove}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('audit_trash.delete_hint', { name: `${audit.codigo} ${audit.nombre}`, days: AUDIT_TRASH_DAYS })}
      </Text>
      <TextField name="motivo" label={t('audit_trash.reason')} autoFocus />
    </FormDialog>
  );
}
