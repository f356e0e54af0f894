import { CHANGE_KIND_LIST } from '@cotejo/audits-contracts';
import { DateField, type AvatarPerson } from '@cotejo/ui';
import { Button, Collapse, MultiSelect, Switch } from '@mantine/core';
import { Filter, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countOf, NO_LOG_FILTER, type LogFilter } from './change-filter.ts';
import styles from './change-log-panel.module.css';

interface LogFiltersProps {
  /** Placed at the end of the line. */
  readonly end: ReactNode;
  readonly filter: LogFilter;
  readonly onChange: (filter: LogFilter) => void;
  /** Users offered in the filter. */
  readonly people: readonly AvatarPerson[];
  /** Whether to include the item's descendants; absent where the log is not restricted to an item. */
  readonly branch?: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void } | undefined;
}

/** Filter by users, categories and days. */
export function LogFilters({ filter, onChange, people, branch, end }: LogFiltersProps) {
  const { t } = useTranslation('audits-web');
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = countOf(filter);
  const change = (part: Partial<LogFilter>) => onChange({ ...filter, ...part });
  return (
    <section className={styles.filters} aria-label={t('history.filters')}>
      <div className={styles.filterLine}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Filter size={13} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? t('filter.open') : t('filter.open_count', { count })}
        </Button>
        {branch && (
          <Switch
            size="xs"
            label={t('history.with_branch')}
            checked={branch.isOn}
            onChange={(event) => branch.onChange(event.currentTarget.checked)}
          />
        )}
        {count > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<X size={13} aria-hidden />}
            onClick={() => onChange(NO_LOG_FILTER)}
          >
            {t('filter.clear')}
          </Button>
        )}
        <span className={styles.end}>{end}</span>
      </div>
      <Collapse expanded={isOpen} id={id}>
        <div className={styles.filterFields}>
          <MultiSelect
            label={t('history.people')}
            placeholder={filter.people.length === 0 ? t('history.anybody') : ''}
            data={people.map(({ id: value, name }) => ({ value, label: name }))}
            value={[...filter.people]}
            onChange={(chosen) => change({ people: chosen })}
            searchable
            clearable
            className={styles.wide}
          />
          <MultiSelect
            label={t('history.kinds')}
            placeholder={filter.kinds.length === 0 ? t('history.anything') : ''}
            data={CHANGE_KIND_LIST.map((value) => ({
              value,
              label: t(`audits-contracts:changeKind.${value}`),
            }))}
            value={[...filter.kinds]}
            onChange={(chosen) => change({ kinds: chosen })}
            clearable
            className={styles.wide}
          />
          <DateField label={t('filter.from')} value={filter.from} onChange={(from) => change({ from })} />
          <DateField label={t('filter.to')} value={filter.to} onChange={(to) => change({ to })} />
        </div>
      </Collapse>
    </section>
  );
}
