import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListViewProps } from '../list-view.ts';
import { WindowedList } from './windowed-list.tsx';
import styles from './views.module.css';

const ROW_PX = 32;

interface UndatedRowsProps<Row> extends Pick<ListViewProps<Row>, 'idOf' | 'titleOf' | 'open' | 'fresh'> {
  readonly rows: readonly Row[];
}

/** Rows without a date, which have no place in a calendar or timeline, with their number. */
export function UndatedRows<Row>({ rows, idOf, titleOf, open, fresh }: UndatedRowsProps<Row>) {
  const { t } = useTranslation('ui');
  const title = useId();
  if (rows.length === 0) return null;
  return (
    <section className={styles.undated} aria-labelledby={title}>
      <h2 id={title} className={styles.undatedTitle}>
        {t('views.undated')} <span className={styles.count}>{t('views.count', { count: rows.length })}</span>
      </h2>
      <WindowedList items={rows} keyOf={idOf} itemHeight={ROW_PX} gap={0} className={styles.undatedList}>
        {(row) => (
          <button
            type="button"
            className={styles.undatedRow}
            data-fresh={fresh.has(idOf(row)) || undefined}
            onClick={() => open(row)}
          >
            {titleOf(row)}
          </button>
        )}
      </WindowedList>
    </section>
  );
}
