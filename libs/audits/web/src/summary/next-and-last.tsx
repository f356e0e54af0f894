import { recordModelOf, type AuditDetail } from '@cotejo/audits-contracts';
import { changeLogCalls } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { TableSkeleton, useFormat, useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { ChangeList } from '../history/change-list.tsx';
import { itemPath } from '../list/plan-path.ts';
import { stretchesAtom, treeAtom } from '../session/session-atoms.ts';
import { withPanel } from '../worksheets/stack-address.ts';
import { nextDates } from './next-dates.ts';
import { withModule } from './summary-address.ts';
import styles from './summary.module.css';

const MOST = 6;

/** Next planned days of the plan, the late ones first. */
export function NextDates({ audit }: { readonly audit: AuditDetail }) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const { rows } = useAtomValue(treeAtom);
  const stretches = useAtomValue(stretchesAtom);
  const today = format.isoDay(new Date());
  const dates = useMemo(() => nextDates(rows, stretches, today, MOST), [rows, stretches, today]);
  if (dates.length === 0) return <p className={styles.none}>{t('summary.no_next')}</p>;
  return (
    <ul className={styles.dates}>
      {dates.map(({ key, day, name, item, isLate }) => (
        <li key={key} data-late={isLate || undefined}>
          <span className="num">{format.date(day)}</span>
          {item === null ? (
            <span className={styles.phase}>{name}</span>
          ) : (
            <Link to={itemPath(audit, item)} className={styles.phase}>
              {name}
            </Link>
          )}
          {isLate && <span className={styles.late}>{t('summary.late')}</span>}
        </li>
      ))}
    </ul>
  );
}

interface LastChangesProps {
  readonly audit: AuditDetail;
  /** Audit version: the list is read again with it. */
  readonly version: number | undefined;
}

/** Newest changes of the audit, with a link to all of them. */
export function LastChanges({ audit, version }: LastChangesProps) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const [params] = useSearchParams();
  const { data } = useQuery({
    queryKey: ['audit-last-changes', audit.id, version],
    queryFn: ({ signal }) => {
      const path = { model: recordModelOf(audit.record_type), id: audit.id };
      return perform(api, changeLogCalls.history, { params: path, query: { limite: `${MOST}` } }, { signal });
    },
    enabled: version !== undefined,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  if (data === undefined) return <TableSkeleton rows={3} />;
  const all = withPanel('historial')(withModule(params, null)).toString();
  return (
    <>
      <ChangeList rows={data} label={t('summary.last_changes')} />
      <Link to={{ search: all }}>{t('summary.all_changes')}</Link>
    </>
  );
}
