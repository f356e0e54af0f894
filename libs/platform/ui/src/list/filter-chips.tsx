import { CloseButton, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ListColumn } from './columns/list-column.ts';
import styles from './list-toolbar.module.css';
import type { ListFilters } from './list-filters.ts';
import { useFilterWords } from './use-filter-words.ts';

interface FilterState {
  readonly filters: ListFilters;
}

export interface FilterChipsProps<Row> {
  readonly list: {
    readonly state: FilterState;
    readonly change: (part: FilterState | ((now: FilterState) => FilterState)) => void;
  };
  readonly columns: readonly ListColumn<Row>[];
}

/** Active filters as texts, each with a remove button. */
export function FilterChips<Row>({ list, columns }: FilterChipsProps<Row>) {
  const { t } = useTranslation('ui');
  const words = useFilterWords<Row>();
  const { filters } = list.state;
  const set = columns.flatMap((column) => {
    const filter = filters[column.id];
    return filter === undefined ? [] : [{ column, filter }];
  });
  if (set.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t('list.filters_on')}>
      {set.map(({ column, filter }) => (
        <li key={column.id} className={styles.chip}>
          <span className={styles.chipWords}>{`${column.label}: ${words(column, filter)}`}</span>
          <CloseButton
            size="xs"
            c="inherit"
            aria-label={t('list.filter_off', { column: column.label })}
            onClick={() => {
              list.change((now) => {
                const { [column.id]: _, ...others } = now.filters;
                return { filters: others };
              });
            }}
          />
        </li>
      ))}
      {set.length > 1 && (
        <li>
          <UnstyledButton c="var(--ink-2)" fz={12.5} onClick={() => list.change({ filters: {} })}>
            {t('list.filters_off')}
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}
