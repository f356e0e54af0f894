import { ActionIcon, Tooltip } from '@mantine/core';
import { Sheet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../components/save-file.ts';
import { notify } from '../components/toasts.tsx';
import { useErrorText } from '../components/use-error-text.ts';
import { useTimeZone } from '../provider/time-zone.ts';
import type { ListColumn } from './list-column.ts';
import styles from './list-toolbar.module.css';
import { useCellText } from './use-cell-text.ts';

export interface ExportButtonProps<Row> {
  readonly title: string;
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: readonly Row[];
}

/** Hands over what the list shows as an Excel file; the writer of such files comes when it is first asked for. */
export function ExportButton<Row>({ title, columns, rows }: ExportButtonProps<Row>) {
  const { t } = useTranslation('ui');
  const words = useErrorText();
  const textOf = useCellText();
  const zone = useTimeZone();
  const [isWriting, setWriting] = useState(false);
  const write = async () => {
    setWriting(true);
    try {
      const { workbookOf } = await import('./export-workbook.ts');
      saveFile(`${title}.xlsx`, await workbookOf({ title, columns, rows, textOf, zone }));
    } catch (error) {
      notify.error(words(error));
    } finally {
      setWriting(false);
    }
  };
  return (
    <Tooltip label={t('list.export')}>
      <ActionIcon
        variant="default"
        className={styles.icon ?? ''}
        aria-label={t('list.export')}
        disabled={rows.length === 0}
        loading={isWriting}
        onClick={() => void write()}
      >
        <Sheet size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
