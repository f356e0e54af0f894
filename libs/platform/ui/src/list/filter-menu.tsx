import { Popover, UnstyledButton } from '@mantine/core';
import { ListFilter as FilterIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { createChunk, latePart } from '../components/chunk.tsx';
import { useWhenIdle } from '../components/use-when-idle.ts';
import type { ListColumn } from './columns/list-column.ts';
import { filterKindOf, type ListFilters } from './list-filters.ts';
import styles from './list-toolbar.module.css';

const controls = createChunk(() => import('./columns/column-filters.tsx'));
const ColumnFilters = latePart(controls, (parts) => parts.ColumnFilters);

export interface FilterMenuProps<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly filters: ListFilters;
  readonly onChange: (filters: ListFilters) => void;
}

/** Filters by column, each with the control of its kind. */
export function FilterMenu<Row>({ columns, filters, onChange }: FilterMenuProps<Row>) {
  const { t } = useTranslation('ui');
  useWhenIdle(controls.load);
  const count = Object.keys(filters).length;
  // A column with no options cannot be filtered.
  const filterable = columns.filter(
    ({ kind, options }) => filterKindOf(kind) !== null && options?.length !== 0,
  );
  const words = count > 0 ? t('list.filters_set', { count }) : t('list.filters');
  if (filterable.length === 0) return null;
  return (
    <Popover position="bottom-start" trapFocus shadow="md" withinPortal>
      <Popover.Target>
        <UnstyledButton className={styles.tool} data-active={count > 0 || undefined} aria-label={words}>
          <FilterIcon size={15} aria-hidden />
          <span className={styles.toolWords}>{words}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('list.filters')}>
        <ColumnFilters columns={filterable} filters={filters} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}
