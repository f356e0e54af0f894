import type { AccessHistoryRow } from '@cotejo/access-contracts';
import { EmptyState, ErrorState, TableSkeleton, useErrorText, useFormat } from '@cotejo/ui';
import { FindBar, NoneFound, useFoundRows } from '@cotejo/ui/list';
import type { UseQueryResult } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { usePeople, useRoles } from '../users/use-people.ts';
import { changeFacts, type ChangeFact } from './change-facts.ts';
import styles from './history.module.css';
import { useChangeWords, useHistoryColumns } from './use-history-columns.ts';

export interface HistoryListProps {
  readonly history: UseQueryResult<readonly AccessHistoryRow[]>;
  /** User whose history it is; not repeated in each line. */
  readonly of?: string;
}

/** Access changes, newest first: change, affected user, author, time and reason. */
export function HistoryList({ history, of }: HistoryListProps) {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const wordsOf = useFactWords();
  const aboutOf = (row: AccessHistoryRow): readonly string[] =>
    changeFacts(row.data)
      .filter((fact) => fact.kind !== 'person' || fact.id !== of)
      .map(wordsOf)
      .filter((part) => part !== '');
  const rows = history.data ?? NO_CHANGES;
  const found = useFoundRows({ rows, columns: useHistoryColumns(rows, aboutOf), under: 'historia.' });
  if (history.isError) {
    return <ErrorState text={words(history.error)} onRetry={() => void history.refetch()} />;
  }
  if (history.data === undefined) return <TableSkeleton rows={4} />;
  if (history.data.length === 0) return <EmptyState icon={History} title={t('history.none')} />;
  return (
    <>
      <FindBar found={found} search={t('history.search')} isInside />
      {found.rows.length === 0 && <NoneFound clear={found.clear} />}
      <ul className={layout.list}>
        {found.rows.map((row, place) => (
          <HistoryLine key={`${row.at}:${place}`} row={row} about={aboutOf(row)} />
        ))}
      </ul>
    </>
  );
}

const NO_CHANGES: readonly AccessHistoryRow[] = [];

interface HistoryLineProps {
  readonly row: AccessHistoryRow;
  readonly about: readonly string[];
}

function HistoryLine({ row, about }: HistoryLineProps) {
  const { t } = useTranslation('access-web');
  const format = useFormat();
  const { typeOf, authorOf, reasonOf } = useChangeWords();
  const reason = reasonOf(row);
  return (
    <li className={styles.line}>
      <span className={layout.lineWords}>
        <span>
          <strong>{typeOf(row)}</strong>
          {about.length > 0 && <span> · {about.join(' · ')}</span>}
        </span>
        {reason !== '' && <span className={layout.faint}>{t('history.because', { reason })}</span>}
      </span>
      <span className={styles.when}>
        <time dateTime={row.at}>{format.dateTime(row.at)}</time>
        <span>{authorOf(row)}</span>
      </span>
    </li>
  );
}

/** Returns the text of a fact, with the current names of users and roles. */
function useFactWords(): (fact: ChangeFact) => string {
  const { t } = useTranslation('access-web');
  const format = useFormat();
  const people = usePeople().data ?? [];
  const roles = useRoles().data ?? [];
  const nameOf = (id: string): string => {
    const person = people.find((one) => one.id === id);
    if (person === undefined) return t('history.somebody');
    return person.forgotten ? t('users.forgotten_name') : `${person.first_name} ${person.last_name}`.trim();
  };
  return (fact) => {
    switch (fact.kind) {
      case 'person':
        return nameOf(fact.id);
      case 'own-role':
        return roles.find(({ id }) => id === fact.id)?.nombre ?? t('history.role_gone');
      case 'role':
        return t(`role.${fact.role}`);
      case 'type':
        return t(`type.${fact.type}`);
      case 'method':
        return t(`method.${fact.method}`);
      case 'fields':
        return fact.fields.map((field) => t(`person.${field}`)).join(', ');
      case 'required':
        return t(fact.required ? 'history.required' : 'history.not_required');
      case 'everywhere':
        return t('history.everywhere');
      case 'until':
        return t('history.until', { at: format.dateTime(fact.at) });
      case 'days':
        return fact.to === null
          ? t('slots.from', { date: format.date(fact.from) })
          : `${format.date(fact.from)} – ${format.date(fact.to)}`;
      case 'length':
        return t('history.length', { count: fact.least });
      case 'words':
        return fact.words;
    }
  };
}
