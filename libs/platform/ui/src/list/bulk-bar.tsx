import { Button, CloseButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import styles from './bulk-bar.module.css';

/** An action on several rows. */
export interface BulkAction<Row> {
  readonly id: string;
  /** Already translated. */
  readonly label: string;
  readonly isDanger?: boolean;
  /** Whether the action applies to a selected row; others are skipped. */
  readonly appliesTo: (row: Row) => boolean;
  /** Confirmation question; already translated. */
  readonly question?: (count: number) => string;
  /** Runs the action on one row; the caller reports refusals. */
  readonly run: (row: Row) => Promise<void>;
}

export interface BulkBarProps<Row> {
  readonly actions: readonly BulkAction<Row>[];
  /** Selected rows. */
  readonly rows: readonly Row[];
  readonly onClear: () => void;
}

/** Actions on the selected rows, at the bottom of the list. */
export function BulkBar<Row>({ actions, rows, onClear }: BulkBarProps<Row>) {
  const { t } = useTranslation('ui');
  const [asked, setAsked] = useState<BulkAction<Row> | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const targetsOf = (action: BulkAction<Row>) => rows.filter(action.appliesTo);
  const run = async (action: BulkAction<Row>) => {
    setRunning(action.id);
    // Sequential: the refusal of one row does not affect the others.
    for (const row of targetsOf(action)) await action.run(row).catch(() => undefined);
    setRunning(null);
    onClear();
  };
  if (rows.length === 0) return null;
  return (
    <div className={styles.bar} role="group" aria-label={t('list.bulk')}>
      <span className={styles.count} role="status">
        {t('list.chosen', { count: rows.length })}
      </span>
      {actions.map((action) => {
        const count = targetsOf(action).length;
        return (
          count > 0 && (
            <Button
              key={action.id}
              size="compact-sm"
              variant="default"
              {...(action.isDanger === true && { color: 'red', variant: 'outline' })}
              loading={running === action.id}
              onClick={() => (action.question === undefined ? void run(action) : setAsked(action))}
            >
              {count === rows.length ? action.label : t('list.bulk_some', { label: action.label, count })}
            </Button>
          )
        );
      })}
      <CloseButton aria-label={t('list.unselect')} onClick={onClear} />
      {asked !== null && (
        <ConfirmDialog
          opened
          title={asked.label}
          question={asked.question?.(targetsOf(asked).length)}
          left={t('form.cancel')}
          right={asked.label}
          danger={asked.isDanger === true}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
