import type { ItemId } from '@cotejo/audits-contracts';
import { Tooltip } from '@mantine/core';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { treeAtom } from '../../session/session-atoms.ts';
import styles from './explained-progress.module.css';
import { usePlan } from '../plan-context.ts';
import { useProgressWords } from './use-progress-words.ts';

interface ExplainedProgressProps {
  /** Null = the whole audit. */
  readonly id: ItemId | null;
  readonly children: ReactNode;
}

/** Progress figure whose breakdown shows on hover, focus or touch. */
export function ExplainedProgress({ id, children }: ExplainedProgressProps) {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const words = useProgressWords();
  useAtomValue(treeAtom);
  const lines = words(session.view, id);
  return (
    <Tooltip
      label={lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      events={{ hover: true, focus: true, touch: true }}
      withArrow
    >
      <button
        type="button"
        className={styles.explained}
        aria-label={`${t('progress_from.how')}. ${lines.join('. ')}`}
      >
        {children}
      </button>
    </Tooltip>
  );
}
