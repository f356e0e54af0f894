import { Button, Popover } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterFields } from '../late-parts.ts';
import { filterAtom } from '../plan-atoms.ts';
import { countChosen } from './plan-filter.ts';
import styles from './plan-tools.module.css';

/** Plan filters apart from the text: assignee, status, type and dates. */
export function FilterMenu() {
  const { t } = useTranslation('audits-web');
  const [isOpen, setOpen] = useState(false);
  const count = countChosen(useAtomValue(filterAtom));
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<ListFilter size={15} aria-hidden />}
          data-active={count > 0 || undefined}
          className={styles.filterButton}
          aria-label={count > 0 ? t('filter.open_count', { count }) : t('filter.open')}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={styles.filterWord}>{t('filter.open')}</span>
          {count > 0 && <span className={styles.count}>{count}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.filterMenu} aria-label={t('filter.open')}>
        <FilterFields />
      </Popover.Dropdown>
    </Popover>
  );
}
