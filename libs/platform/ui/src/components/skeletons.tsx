import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './skeletons.module.css';

/** Indents and widths of a plausible tree, so that the layout does not jump when data arrive. */
const SHAPE = [
  [0, 18],
  [0, 16],
  [1, 24],
  [2, 30],
  [2, 26],
  [3, 44],
  [4, 36],
  [4, 40],
  [3, 48],
  [4, 34],
  [2, 22],
  [0, 14],
] as const;

export interface SkeletonRowsProps {
  readonly rows?: number;
}

/** Placeholder of a loading tree. */
export function TreeSkeleton({ rows = 14 }: SkeletonRowsProps) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.rows} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => {
        const [level, width] = SHAPE[row % SHAPE.length] ?? [0, 20];
        return (
          <div className={styles.row} key={row}>
            <Skeleton height={10} width={`${width}%`} ml={level * 14} radius="xs" />
            <span className={styles.gap} />
            <Skeleton height={10} width={70} radius="xs" visibleFrom="sm" />
            <Skeleton height={4} width={60} radius="xl" />
          </div>
        );
      })}
    </div>
  );
}

/** Placeholder of a loading table. */
export function TableSkeleton({ rows = 8 }: SkeletonRowsProps) {
  const { t } = useTranslation('ui');
  return (
    <div className={styles.rows} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <div className={styles.row} key={row}>
          <Skeleton height={10} width={80} radius="xs" />
          <Skeleton height={10} width={`${28 + ((row * 7) % 22)}%`} radius="xs" />
          <span className={styles.gap} />
          <Skeleton height={10} width={90} radius="xs" visibleFrom="sm" />
          <Skeleton height={22} width={22} circle />
        </div>
      ))}
    </div>
  );
}

/** Placeholder of a loading page: header and table. */
export function PageSkeleton() {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Skeleton height={18} width={220} radius="xs" />
        <Skeleton height={10} width={320} radius="xs" maw="70%" />
      </div>
      <TableSkeleton />
    </div>
  );
}
