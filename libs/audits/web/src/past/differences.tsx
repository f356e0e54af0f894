import { auditStatusOf, type PlanChange, type PlanChangesAnswer } from '@cotejo/audits-contracts';
import { EmptyState, ErrorState, TableSkeleton, useErrorText } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDifferenceWords } from './use-difference-words.ts';
import type { useDifferences } from './use-past-plan.ts';
import styles from './past-plan.module.css';

/** Items rendered at once: between distant versions nearly everything differs. */
const PAGE = 200;

interface DifferencesProps {
  readonly differences: ReturnType<typeof useDifferences>;
  /** Whether the item is in the displayed tree. */
  readonly isShown: (item: string) => boolean;
  readonly onReveal: (item: string) => void;
  /** No other version exists to compare with. */
  readonly isAlone: boolean;
}

/** List of the differences between two versions. */
export function Differences({ differences, isShown, onReveal, isAlone }: DifferencesProps) {
  const { t } = useTranslation('audits-web');
  const words = useErrorText();
  if (isAlone) return <EmptyState title={t('past.alone')} />;
  if (differences.data === undefined) {
    return differences.isError ? (
      <ErrorState text={words(differences.error)} onRetry={() => void differences.refetch()} />
    ) : (
      <TableSkeleton rows={4} />
    );
  }
  const { from, to } = differences.data;
  return <DifferenceList key={`${from}-${to}`} answer={differences.data} {...{ isShown, onReveal }} />;
}

interface ListProps extends Pick<DifferencesProps, 'isShown' | 'onReveal'> {
  readonly answer: PlanChangesAnswer;
}

function DifferenceList({ answer, isShown, onReveal }: ListProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const [most, setMost] = useState(PAGE);
  const { from, to, status, changes } = answer;
  return (
    <>
      <p className={styles.range}>{t('past.range', { from: from + 1, to: to + 1 })}</p>
      {changes.length === 0 && status === undefined && <p className={styles.same}>{t('past.same')}</p>}
      <ul className={styles.changes} aria-label={t('past.differences')}>
        {status && (
          <li>
            <span className={styles.subject}>{t('past.audit')}</span>
            <span className={styles.what}>
              {t('past.what.status', {
                from: t(`audits-contracts:auditStatus.${auditStatusOf(status.from)}`),
                to: t(`audits-contracts:auditStatus.${auditStatusOf(status.to)}`),
              })}
            </span>
          </li>
        )}
        {changes.slice(0, most).map((change) => (
          <Difference
            key={change.id}
            change={change}
            onReveal={isShown(change.id) ? () => onReveal(change.id) : null}
          />
        ))}
      </ul>
      {changes.length > most && (
        <Button variant="default" fullWidth onClick={() => setMost(most + PAGE)}>
          {t('past.more', { count: changes.length - most })}
        </Button>
      )}
    </>
  );
}

interface DifferenceProps {
  readonly change: PlanChange;
  readonly onReveal: (() => void) | null;
}

function Difference({ change, onReveal }: DifferenceProps) {
  const words = useDifferenceWords();
  const subject = (
    <>
      {change.codigo !== null && <span className="code">{change.codigo}</span>} {change.nombre}
    </>
  );
  return (
    <li data-change={change.change}>
      {onReveal ? (
        <button type="button" className={styles.subject} onClick={onReveal}>
          {subject}
        </button>
      ) : (
        <span className={styles.subject}>{subject}</span>
      )}
      {words(change).map((line) => (
        <span key={line} className={styles.what}>
          {line}
        </span>
      ))}
    </li>
  );
}
