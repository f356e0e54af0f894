import { useTranslation } from 'react-i18next';
import { useFormat } from '../provider/use-format.ts';
import type { ListColumn } from './columns/list-column.ts';
import { NO_VALUE, type ListFilter } from './list-filters.ts';

/** What a filter lets through, in words. */
export function useFilterWords<Row>(): (column: ListColumn<Row>, filter: ListFilter) => string {
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
