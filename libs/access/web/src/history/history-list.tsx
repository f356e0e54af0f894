import { accessVocabulary, reasonCode, type AccessHistoryRow } from '@cotejo/access-contracts';
import { EmptyState, ErrorState, TableSkeleton, useErrorText, useFormat } from '@cotejo/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';

export interface HistoryListProps {
  readonly history: UseQueryResult<readonly AccessHistoryRow[]>;
}

/** Changes of access, the newest first: what, who, when and why. */
export function HistoryList({ history }: HistoryListProps) {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  if (history.isError) {
    return <ErrorState text={words(history.error)} onRetry={() => void history.refetch()} />;
  }
  if (history.data === undefined) return <TableSkeleton rows={4} />;
  if (history.data.length === 0) return <EmptyState icon={History} title={t('history.none')} />;
  return (
    <ul className={layout.list}>
      {history.data.map((row, place) => (
        <HistoryLine key={`${row.at}:${place}`} row={row} />
      ))}
    </ul>
  );
}

function HistoryLine({ row }: { readonly row: AccessHistoryRow }) {
  const { t } = useTranslation('access-web');
  const format = useFormat();
  const code = reasonCode.safeParse(row.motivo);
  const reason = [code.success ? t(`reason.codes.${code.data}`) : null, row.motivo_texto]
    .filter((part) => part !== null && part !== '')
    .join(' · ');
  return (
    <li className={layout.lineWords}>
      <strong>{row.type in accessVocabulary ? t(`history.type.${row.type}`) : row.type}</strong>
      <span className={layout.faint}>
        {row.author ?? t('history.system')} · <time dateTime={row.at}>{format.dateTime(row.at)}</time>
      </span>
      {reason !== '' && <span>{t('history.because', { reason })}</span>}
    </li>
  );
}
