import { Menu, UnstyledButton } from '@mantine/core';
import { Group, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { canGroup } from './group-rows.ts';
import type { ListColumn } from './columns/list-column.ts';
import styles from './list-toolbar.module.css';

export interface GroupMenuProps<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly group: string | null;
  readonly onGroup: (group: string | null) => void;
  /** False for views with an arrangement of their own, which do not group. */
  readonly isOffered: boolean;
}

export function GroupMenu<Row>({ columns, group, onGroup, isOffered }: GroupMenuProps<Row>) {
  const { t } = useTranslation('ui');
  const offered = columns.filter(canGroup);
  if (!isOffered || offered.length === 0) return null;
  const chosen = columns.find(({ id }) => id === group);
  const words = chosen === undefined ? t('list.group') : t('list.grouped', { column: chosen.label });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={styles.tool}
          data-active={chosen !== undefined || undefined}
          aria-label={words}
        >
          <Group size={15} aria-hidden />
          <span className={styles.toolWords}>{words}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {chosen !== undefined && (
          <Menu.Item leftSection={<X size={14} aria-hidden />} onClick={() => onGroup(null)}>
            {t('list.ungroup')}
          </Menu.Item>
        )}
        {offered.map(({ id, label }) => (
          <Menu.Item key={id} onClick={() => onGroup(id)} {...(id === group && { 'aria-current': true })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
