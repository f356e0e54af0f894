import type { ChangeRow, ItemId } from '@cotejo/audits-contracts';
import { EmptyState, ErrorState, SidePanel, TableSkeleton, type AvatarPerson } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { History, X } from 'lucide-react';
import { useMemo, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { writePoint } from '../past/plan-point.ts';
import { NO_LOG_FILTER, type LogScope } from './change-filter.ts';
import { ChangeList } from './change-list.tsx';
import styles from './change-log-panel.module.css';
import { ExportLog } from './export-log.tsx';
import { LogFilters } from './log-filters.tsx';
import { LogProofNote } from './log-proof-note.tsx';
import type { LogProof } from './log-proof.ts';
import { TimeSlider } from './time-slider.tsx';
import { useChangeLog } from './use-change-log.ts';

interface ChangeLogPanelProps {
  readonly audit: string;
  readonly onClose: () => void;
  /** Scrolls to the item of a change. */
  readonly onReveal: (item: string) => void;
  /** Users offered in the filter. */
  readonly people: readonly AvatarPerson[];
  /** Version shown by the page, when it is not the head. */
  readonly current?: number;
  /** Restricts the log to this item. */
  readonly item?: ItemOfLog | undefined;
  /** Whether an item is a descendant of another; absent where the tree is not loaded. */
  readonly isUnder?: (item: string, above: ItemId) => boolean;
  /** Button that reverts a change; absent where the plan is read-only. */
  readonly Restore?: ComponentType<{ readonly row: ChangeRow; readonly words: string }>;
}

interface ItemOfLog {
  readonly id: ItemId;
  readonly name: string;
  /** Shows the whole log again. */
  readonly onClear: () => void;
}

/** Change log, newest first; new changes appear at the top as they happen. */
export function ChangeLogPanel(props: ChangeLogPanelProps) {
  const { t } = useTranslation('audits-web');
  const { audit, current, item, isUnder, people } = props;
  const [filter, setFilter] = useState(NO_LOG_FILTER);
  const [withBranch, setWithBranch] = useState(false);
  const [proof, setProof] = useState<LogProof | null>(null);
  const id = item?.id;
  const scope = useMemo((): LogScope | null => (id ? { item: id, withBranch } : null), [id, withBranch]);
  const log = useChangeLog({ audit, filter, scope, isUnder });
  const isWhole = scope === null && filter === NO_LOG_FILTER;
  return (
    <SidePanel opened title={t('history.title')} onClose={props.onClose}>
      {item && (
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
      )}
      {current === undefined && <Travel head={isWhole ? (log.rows[0]?.version ?? null) : null} />}
      <LogFilters
        filter={filter}
        onChange={setFilter}
        people={people}
        branch={item && { isOn: withBranch, onChange: setWithBranch }}
        end={<ExportLog audit={audit} filter={filter} scope={scope} onProof={setProof} />}
      />
      {proof && <LogProofNote proof={proof} />}
      {log.isPending && <TableSkeleton />}
      {log.isError && <ErrorState text={log.error.message} onRetry={() => void log.refetch()} />}
      {log.isSuccess && log.rows.length === 0 && (
        <EmptyState title={t(isWhole ? 'history.empty' : 'history.no_match')} />
      )}
      <ChangeList
        rows={log.rows}
        label={t('history.title')}
        freshFrom={log.freshFrom}
        current={current}
        onReveal={item && !withBranch ? undefined : props.onReveal}
        Restore={props.Restore}
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
    </SidePanel>
  );
}

/** Slider that opens a past version of the plan. */
function Travel({ head }: { readonly head: number | null }) {
  const { t } = useTranslation('audits-web');
  const [, setParams] = useSearchParams();
  if (head === null || head < 1) return null;
  return (
    <div className={styles.travel}>
      <span className={styles.travelTitle}>
        <History size={14} aria-hidden />
        {t('history.travel')}
      </span>
      <TimeSlider
        version={head}
        head={head}
        onTravel={(version) => {
          if (version !== head) setParams((now) => writePoint(now, { version, against: 'now' }));
        }}
      />
    </div>
  );
}
