import { CloseButton, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../provider/use-format.ts';
import type { ListColumn } from './list-column.ts';
import { NO_VALUE, type ListFilter } from './list-filters.ts';
import styles from './list-toolbar.module.css';
import type { ListModel } from './use-list.ts';

export interface FilterChipsProps<Row> {
  readonly list: ListModel<Row>;
  readonly columns: readonly ListColumn<Row>[];
}

/** The filters in words, each with the way to take it off. */
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
              const { [column.id]: _, ...others } = filters;
              list.change({ filters: others });
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

function useFilterWords<Row>(): (column: ListColumn<Row>, filter: ListFilter) => string {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const range = (from: string | null, to: string | null) =>
    from === null
      ? t('list.range.to', { to: to ?? '' })
      : to === null
        ? t('list.range.from', { from })
        : t('list.range.both', { from, to });
  return ({ options = [] }, filter) => {
    switch (filter.kind) {
      case 'among':
        return filter.values
          .map((value) =>
            value === NO_VALUE
              ? t('list.no_value')
              : (options.find((option) => option.value === value)?.label ?? value),
          )
          .join(', ');
      case 'flag':
        return t(filter.isSet ? 'list.yes' : 'list.no');
      case 'days':
        return range(filter.from && format.date(filter.from), filter.to && format.date(filter.to));
      case 'numbers':
        return range(
          filter.from === null ? null : format.number(filter.from),
          filter.to === null ? null : format.number(filter.to),
        );
    }
  };
}
