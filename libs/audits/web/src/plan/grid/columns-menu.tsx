import type { RecordType } from '@cotejo/audits-contracts';
import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { useAtom } from 'jotai';
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { viewSettingsAtom } from '../plan-atoms.ts';
import { AVAILABLE } from './plan-columns.ts';
import styles from '../toolbar/plan-tools.module.css';
import type { ColumnChoice } from './use-columns.ts';

interface ColumnsMenuProps {
  readonly choice: ColumnChoice;
  readonly recordType: RecordType;
}

/** Menu that shows, hides and reorders columns. */
export function ColumnsMenu({ choice, recordType }: ColumnsMenuProps) {
  const { t } = useTranslation('audits-web');
  const [isOpen, setOpen] = useAtom(viewSettingsAtom);
  const { shown } = choice.columns;
  const hidden = AVAILABLE[recordType].filter((id) => !shown.includes(id));
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      onDismiss={() => setOpen(false)}
      position="bottom-start"
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          className={styles.tool}
          aria-label={t('columns.title')}
          onClick={() => setOpen(!isOpen)}
        >
          <Columns3 size={16} aria-hidden />
          <span className={styles.toolWord}>{t('columns.title')}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.popover} aria-label={t('columns.title')}>
        <ul className={styles.columnList}>
          {[...shown, ...hidden].map((id) => {
            const at = shown.indexOf(id);
            const name = t(`plan.column.${id}`);
            return (
              <li key={id}>
                <Checkbox
                  size="xs"
                  radius={4}
                  classNames={{ label: styles.checkLabel, input: styles.checkBox }}
                  label={name}
                  checked={at >= 0}
                  onChange={() => choice.toggle(id)}
                />
                {at >= 0 && (
                  <span className={styles.shifts}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={24}
                      disabled={at === 0}
                      aria-label={t('columns.earlier', { column: name })}
                      onClick={() => choice.shift(id, -1)}
                    >
                      <ArrowUp size={14} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={24}
                      disabled={at === shown.length - 1}
                      aria-label={t('columns.later', { column: name })}
                      onClick={() => choice.shift(id, 1)}
                    >
                      <ArrowDown size={14} aria-hidden />
                    </ActionIcon>
                  </span>
                )}
              </li>
            );
          })}
        </ul>
        <Button size="compact-sm" variant="default" onClick={choice.reset}>
          {t('columns.reset')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
