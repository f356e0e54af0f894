import type { ChangeRow } from '@cotejo/audits-contracts';
import { EmptyState, ErrorState, PersonAvatar, SidePanel, TableSkeleton, useFormat } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { writePoint } from '../past/plan-point.ts';
import styles from './change-log-panel.module.css';
import { useChangeLog } from './use-change-log.ts';
import { useChangeWords } from './use-change-words.ts';

interface ChangeLogPanelProps {
  readonly audit: string;
  readonly onClose: () => void;
  /** Shows the row that a change speaks of. */
  readonly onReveal: (item: string) => void;
  /** Version that the page shows, when it is not the newest. */
  readonly current?: number;
}

/** Who changed what and when, newest first; what happens meanwhile appears on top. */
export function ChangeLogPanel({ audit, onClose, onReveal, current }: ChangeLogPanelProps) {
  const { t } = useTranslation('audits-web');
  const log = useChangeLog(audit);
  return (
    <SidePanel opened title={t('history.title')} onClose={onClose}>
      {log.isPending && <TableSkeleton />}
      {log.isError && <ErrorState text={log.error.message} onRetry={() => void log.refetch()} />}
      {log.isSuccess && log.rows.length === 0 && <EmptyState title={t('history.empty')} />}
      <ol className={styles.log} aria-label={t('history.title')}>
        {log.rows.map((row) => (
          <Change
            key={row.version}
            row={row}
            isFresh={row.version > log.freshFrom}
            isCurrent={row.version === current}
            onReveal={onReveal}
          />
        ))}
      </ol>
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

interface ChangeProps {
  readonly row: ChangeRow;
  readonly isFresh: boolean;
  readonly isCurrent: boolean;
  readonly onReveal: (item: string) => void;
}

function Change({ row, isFresh, isCurrent, onReveal }: ChangeProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const words = useChangeWords();
  const [params] = useSearchParams();
  const { item } = row;
  const past = writePoint(params, { version: row.version, against: 'previous' });
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li
      ref={entry}
      className={styles.change}
      data-fresh={isFresh || undefined}
      {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
    >
      <PersonAvatar
        person={{ id: row.actor.id, name: row.actor.name, initials: row.actor.sigla }}
        size={24}
      />
      <div className={styles.words}>
        <p>
          <b>{row.actor.name}</b> {words(row)}
        </p>
        {item && (
          <button type="button" className={styles.item} onClick={() => onReveal(item.id)}>
            {item.code !== null && <span className="code">{item.code}</span>}
            <span>{item.name}</span>
          </button>
        )}
        <p className={styles.when}>
          <time dateTime={row.at}>{format.dateTime(row.at)}</time>
          <span className="num">{t('history.version', { version: row.version + 1 })}</span>
          {!isCurrent && (
            <Link
              to={{ search: past.toString() }}
              className={styles.past}
              aria-label={t('history.as_it_was_at', { version: row.version + 1 })}
            >
              {t('history.as_it_was')}
            </Link>
          )}
        </p>
      </div>
    </li>
  );
}
