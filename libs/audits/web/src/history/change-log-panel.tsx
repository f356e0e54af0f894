import type { ItemId } from '@cotejo/audits-contracts';
import { EmptyState, ErrorState, SidePanel, TableSkeleton } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ChangeList } from './change-list.tsx';
import styles from './change-log-panel.module.css';
import { useChangeLog } from './use-change-log.ts';
import { useItemHistory } from './use-item-history.ts';

interface ChangeLogPanelProps {
  readonly audit: string;
  readonly onClose: () => void;
  /** Shows the row that a change speaks of. */
  readonly onReveal: (item: string) => void;
  /** Version that the page shows, when it is not the newest. */
  readonly current?: number;
  /** Only the changes of this one. */
  readonly item?: ItemOfLog | undefined;
}

interface ItemOfLog {
  readonly id: ItemId;
  readonly name: string;
  /** Of its last change. */
  readonly version: number;
  /** Back to the whole log. */
  readonly onClear: () => void;
}

/** Who changed what and when, newest first; what happens meanwhile appears on top. */
export function ChangeLogPanel({ audit, onClose, onReveal, current, item }: ChangeLogPanelProps) {
  const { t } = useTranslation('audits-web');
  return (
    <SidePanel opened title={t('history.title')} onClose={onClose}>
      {item ? (
        <LogOfItem item={item} current={current} />
      ) : (
        <WholeLog audit={audit} onReveal={onReveal} current={current} />
      )}
    </SidePanel>
  );
}

interface WholeLogProps extends Pick<ChangeLogPanelProps, 'audit' | 'onReveal'> {
  readonly current: number | undefined;
}

function WholeLog({ audit, onReveal, current }: WholeLogProps) {
  const { t } = useTranslation('audits-web');
  const log = useChangeLog(audit);
  return (
    <>
      {log.isPending && <TableSkeleton />}
      {log.isError && <ErrorState text={log.error.message} onRetry={() => void log.refetch()} />}
      {log.isSuccess && log.rows.length === 0 && <EmptyState title={t('history.empty')} />}
      <ChangeList
        rows={log.rows}
        label={t('history.title')}
        freshFrom={log.freshFrom}
        current={current}
        onReveal={onReveal}
      />
      {log.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          loading={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {t('history.older')}
        </Button>
      )}
    </>
  );
}

function LogOfItem({ item, current }: { readonly item: ItemOfLog; readonly current: number | undefined }) {
  const { t } = useTranslation('audits-web');
  const history = useItemHistory(item.id, item.version);
  return (
    <>
      <p className={styles.only}>
        <span>{t('history.only', { name: item.name })}</span>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<X size={13} aria-hidden />}
          onClick={item.onClear}
        >
          {t('history.whole')}
        </Button>
      </p>
      {history.isPending && <TableSkeleton />}
      {history.isError && <ErrorState text={history.error.message} onRetry={() => void history.refetch()} />}
      {history.isSuccess && <ChangeList rows={history.data} label={t('history.title')} current={current} />}
    </>
  );
}
