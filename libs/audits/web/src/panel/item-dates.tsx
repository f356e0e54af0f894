import { DateField, useFormat } from '@cotejo/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { rightsAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { useAnnounceField } from '../worksheets/worksheet-presence.tsx';
import styles from './item-panel.module.css';

/** First and last day of an item, editable in place. Renders nothing for types without dates. */
export function ItemDates({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { session, act } = usePlan();
  const words = useRejectionText();
  const format = useFormat();
  useAtomValue(rightsAtom);
  /** The stored days at which others were given in the wrong order. */
  const [reversedAt, setReversedAt] = useState<string | null>(null);
  const inStart = useAnnounceField('dates.start');
  const inEnd = useAnnounceField('dates.end');
  const { node } = row;
  const [start, end] = node.dates ?? [null, null];
  const stored = `${start} ${end}`;
  if (node.derived || node.type === 'reference' || node.type === 'link') return null;
  const refusal = session.judge({ kind: 'schedule_item', id: row.id, startDate: start, endDate: end });
  if (refusal) {
    if (start === null && end === null) return null;
    return (
      <dl className={styles.facts}>
        <div title={words(refusal)}>
          <dt>{t('dates.label')}</dt>
          <dd className="num">{`${format.date(start)} – ${format.date(end)}`}</dd>
        </div>
      </dl>
    );
  }
  const change = (startDate: string | null, endDate: string | null) => {
    const isReversed = startDate !== null && endDate !== null && endDate < startDate;
    setReversedAt(isReversed ? stored : null);
    if (!isReversed) act({ kind: 'schedule_item', id: row.id, startDate, endDate });
  };
  return (
    <div className={styles.dates}>
      <div {...inStart} data-field="dates.start">
        <DateField
          label={t('dates.start')}
          value={start ?? ''}
          onChange={(day) => change(day === '' ? null : day, end)}
        />
      </div>
      <div {...inEnd} data-field="dates.end">
        <DateField
          label={t('dates.end')}
          value={end ?? ''}
          onChange={(day) => change(start, day === '' ? null : day)}
          error={reversedAt === stored ? t('create.dates_reversed') : undefined}
        />
      </div>
    </div>
  );
}
