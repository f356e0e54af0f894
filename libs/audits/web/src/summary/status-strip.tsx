import { itemStatus, statusWord, type ItemStatus, type ItemType } from '@cotejo/audits-contracts';
import type { Formatters } from '@cotejo/i18n';
import { token, useFormat } from '@cotejo/ui';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import styles from './summary.module.css';

interface StatusStripProps {
  readonly total: number;
  readonly statuses: ReadonlyMap<ItemStatus, number>;
  /** Accessible name: the kind of item counted. */
  readonly label: string;
  /** Type of all items counted; absent = several. */
  readonly type?: ItemType;
}

/** Items per status as segments of one bar; counts are in the tooltip and the accessible description. */
export function StatusStrip({ total, statuses, label, type }: StatusStripProps) {
  const words = useStatusCounts(statuses, type).join(' · ');
  return (
    <span className={styles.strip} role="img" aria-label={`${label}: ${words}`} title={words}>
      {inOrder(statuses).map(([status, count]) => (
        <i
          key={status}
          style={
            {
              flexGrow: count / Math.max(total, 1),
              '--status-colour': token(`status-${ITEM_STATUS_TONE[status]}`),
            } as CSSProperties
          }
        />
      ))}
    </span>
  );
}

/** Returns "Revisado 18" per status, most advanced first. */
export function useStatusCounts(
  statuses: ReadonlyMap<ItemStatus, number>,
  type?: ItemType,
): readonly string[] {
  const { t } = useTranslation('audits-contracts');
  return statusCounts(statuses, { t, format: useFormat(), type });
}

interface CountWords {
  readonly t: ReturnType<typeof useTranslation<'audits-contracts'>>['t'];
  readonly format: Formatters;
  readonly type?: ItemType | undefined;
}

/** See `useStatusCounts`. */
export const statusCounts = (
  statuses: ReadonlyMap<ItemStatus, number>,
  { t, format, type }: CountWords,
): readonly string[] =>
  inOrder(statuses).map(
    ([status, count]) =>
      `${t(`audits-contracts:status.${statusWord(status, type)}`)} ${format.number(count, 0)}`,
  );

/** Most advanced first: green is at the left, as in a progress bar. */
const ORDER: readonly ItemStatus[] = [
  'reviewed',
  'evaluated',
  'implemented',
  'completed',
  'review_note',
  'approved',
  'accepted',
  'not_discussed',
  'in_progress',
  'following_up',
  'assigned',
  'not_accepted',
  'new',
];

/** Statuses that have items, most advanced first. */
export const inOrder = (statuses: ReadonlyMap<ItemStatus, number>): (readonly [ItemStatus, number])[] =>
  [...ORDER, ...itemStatus.options.filter((status) => !ORDER.includes(status))].flatMap((status) => {
    const count = statuses.get(status) ?? 0;
    return count > 0 ? [[status, count] as const] : [];
  });
