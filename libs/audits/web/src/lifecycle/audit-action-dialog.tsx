import { auditReason, auditYear, type AuditDetail } from '@cotejo/audits-contracts';
import { ApiError } from '@cotejo/http/client';
import { ChoiceField, FormDialog, TextField, type FormValues } from '@cotejo/ui/form';
import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useAuditAction, type DialogAction } from './audit-actions.ts';

/** Years that a postponement offers, from the next one on. */
const YEARS_AHEAD = 5;

const withReason = z.strictObject({ motivo: auditReason });
const SCHEMAS = {
  complete: z.strictObject({}),
  close: z.strictObject({ motivo: auditReason.nullish() }),
  cancel: withReason,
  reopen: withReason,
  postpone: z.strictObject({ ano: auditYear }),
} as const;
const VALUES: Readonly<Record<DialogAction, FormValues>> = {
  complete: {},
  close: { motivo: null },
  cancel: { motivo: '' },
  reopen: { motivo: '' },
  postpone: { ano: null },
};

/** Refusals for lack of a reason or for its year are shown at the field that answers them. */
const FIELD_OF_CODE = {
  reason_required: 'motivo',
  pre_close_blocked: 'motivo',
  year_not_greater: 'ano',
} as const;

interface AuditActionDialogProps {
  readonly audit: Pick<AuditDetail, 'id' | 'ano_auditoria'>;
  readonly action: DialogAction;
  /** What stands in the way, or where it is shown: for the actions that look at the open work. */
  readonly check: ReactNode;
  /** Whether something stands in the way of closing; absent where only the server knows. */
  readonly isBlocked?: boolean;
  readonly onClose: () => void;
}

/**
 * Asks for what an action needs: a reason, a year, or a look at what is still open. Closing needs a reason only where
 * something stands in its way.
 */
export function AuditActionDialog({
  audit,
  action,
  check,
  isBlocked = false,
  onClose,
}: AuditActionDialogProps) {
  const { t } = useTranslation('audits-web');
  const act = useAuditAction();
  const [wasBlocked, setWasBlocked] = useState(false);
  const looksAtWork = action === 'complete' || action === 'close';
  const firstYear = audit.ano_auditoria + 1;
  const years = Array.from({ length: YEARS_AHEAD }, (_, index) => firstYear + index);
  return (
    <FormDialog
      title={t(`lifecycle.title.${action}`)}
      submit={t(`lifecycle.title.${action}`)}
      schema={SCHEMAS[action]}
      values={VALUES[action]}
      draft={null}
      fieldOfCode={FIELD_OF_CODE}
      danger={action === 'cancel'}
      {...(looksAtWork && { size: 'lg' })}
      send={async (values) => {
        try {
          await act(audit.id, action, values);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'pre_close_blocked') setWasBlocked(true);
          throw error;
        }
      }}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t(`lifecycle.hint.${action}`)}
      </Text>
      {looksAtWork && check}
      {action === 'close' && (isBlocked || wasBlocked) && (
        <TextField name="motivo" label={t('lifecycle.reason_to_close')} isRequired />
      )}
      {(action === 'cancel' || action === 'reopen') && (
        <TextField name="motivo" label={t('lifecycle.reason')} isRequired autoFocus />
      )}
      {action === 'postpone' && (
        <ChoiceField
          name="ano"
          label={t('lifecycle.year')}
          options={years.map((year) => ({ value: year, label: String(year) }))}
          isRequired
          autoFocus
        />
      )}
    </FormDialog>
  );
}
