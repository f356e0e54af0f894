import { Menu, UnstyledButton } from '@mantine/core';
import { CalendarRange, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { YearRange } from '@cotejo/audits-contracts';
import styles from './audits-list-page.module.css';

interface YearsMenuProps {
  /** Years that have audits, newest first. */
  readonly years: readonly number[];
  readonly loaded: YearRange;
  readonly asked: readonly string[];
  readonly onAsk: (years: readonly string[]) => void;
}

/** Which years the list has loaded, and a choice of others. */
export function YearsMenu({ years, loaded: { from, to }, asked, onAsk }: YearsMenuProps) {
  const { t } = useTranslation('audits-web');
  const words =
    to === null
      ? t('list.years.with_open', { from })
      : from === to
        ? t('list.years.one', { from })
        : t('list.years.both', { from, to });
  const all = years.map(String);
  const toggle = (year: string) =>
    onAsk(asked.includes(year) ? asked.filter((one) => one !== year) : [...asked, year]);
  return (
    <Menu position="bottom-start" closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton className={styles.years} aria-label={t('list.years.button', { years: words })}>
          <CalendarRange size={15} aria-hidden />
          {words}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {all.map((year) => (
          <Menu.Item
            key={year}
            {...(asked.includes(year) && { 'aria-current': true })}
            rightSection={asked.includes(year) && <Check size={14} aria-hidden />}
            onClick={() => toggle(year)}
          >
            {year}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => onAsk(all)}>{t('list.years.all')}</Menu.Item>
        <Menu.Item disabled={asked.length === 0} onClick={() => onAsk([])}>
          {t('list.years.usual')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
