import { MultiSelect, NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../components/days/date-field.tsx';
import type { FilterMenuProps } from '../filter-menu.tsx';
import type { ListColumn } from './list-column.ts';
import { filterKindOf, NO_VALUE, type ListFilter } from '../list-filters.ts';
import styles from '../list-toolbar.module.css';

/** Controls of the filter menu. */
export function ColumnFilters({ columns, filters, onChange }: FilterMenuProps<never>) {
  return (
    <div className={styles.panel}>
      {columns.map((column) => (
        <ColumnFilter
          key={column.id}
          column={column}
          filter={filters[column.id] ?? null}
          onChange={(filter) => {
            const { [column.id]: _, ...others } = filters;
            onChange(filter === null ? others : { ...others, [column.id]: filter });
          }}
        />
      ))}
    </div>
  );
}

interface ColumnFilterProps<Row> {
  readonly column: ListColumn<Row>;
  readonly filter: ListFilter | null;
  readonly onChange: (filter: ListFilter | null) => void;
}

function ColumnFilter<Row>({ column, filter, onChange }: ColumnFilterProps<Row>) {
  const { t } = useTranslation('ui');
  const { kind, label, options = [] } = column;
  switch (filterKindOf(kind)) {
    case 'among':
      return (
        <MultiSelect
          label={label}
          data={[...options, { value: NO_VALUE, label: t('list.no_value') }]}
          value={filter?.kind === 'among' ? [...filter.values] : []}
          onChange={(values) => onChange(values.length === 0 ? null : { kind: 'among', values })}
          searchable={options.length > 7}
          {...(filter?.kind !== 'among' && { placeholder: t('list.any') })}
          clearable
          comboboxProps={{ withinPortal: false }}
        />
      );
    case 'flag':
      return (
        <Select
          label={label}
          data={[
            { value: '1', label: t('list.yes') },
            { value: '0', label: t('list.no') },
          ]}
          placeholder={t('list.any')}
          value={filter?.kind === 'flag' ? (filter.isSet ? '1' : '0') : null}
          onChange={(value) => onChange(value === null ? null : { kind: 'flag', isSet: value === '1' })}
          clearable
          comboboxProps={{ withinPortal: false }}
        />
      );
    case 'days': {
      const days = filter?.kind === 'days' ? filter : { kind: 'days' as const, from: null, to: null };
      const set = (end: 'from' | 'to') => (day: string) => {
        const next = { ...days, [end]: day === '' ? null : day };
        onChange(next.from === null && next.to === null ? null : next);
      };
      return (
        <div className={styles.pair} role="group" aria-label={label}>
          <DateField
            label={t('list.from', { column: label })}
            value={days.from ?? ''}
            onChange={set('from')}
          />
          <DateField label={t('list.to')} value={days.to ?? ''} onChange={set('to')} />
        </div>
      );
    }
    case 'numbers': {
      const numbers =
        filter?.kind === 'numbers' ? filter : { kind: 'numbers' as const, from: null, to: null };
      const set = (end: 'from' | 'to') => (value: number | string) => {
        const next = { ...numbers, [end]: typeof value === 'number' ? value : null };
        onChange(next.from === null && next.to === null ? null : next);
      };
      return (
        <div className={styles.pair} role="group" aria-label={label}>
          <NumberInput
            label={t('list.from', { column: label })}
            value={numbers.from ?? ''}
            onChange={set('from')}
          />
          <NumberInput label={t('list.to')} value={numbers.to ?? ''} onChange={set('to')} />
        </div>
      );
    }
    case null:
      return null;
  }
}
