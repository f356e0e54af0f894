import { ActionIcon } from '@mantine/core';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FormatMenu } from '../components/format-menu.tsx';
import type { ListColumn } from './columns/list-column.ts';
import styles from './list-toolbar.module.css';
import type { ListModel } from './use-list.ts';
import { useListFacts } from './use-list-facts.ts';
import { useTableExport } from './use-table-export.ts';

export interface ExportMenuProps<Row> {
  readonly title: string;
  /** Of the whole list; those that are shown are written. */
  readonly columns: readonly ListColumn<Row>[];
  readonly list: ListModel<Row>;
  readonly isCut: boolean;
}

/** Hands over what the list shows as a file. */
export function ExportMenu<Row>({ title, columns, list, isCut }: ExportMenuProps<Row>) {
  const { t } = useTranslation('ui');
  const factsOf = useListFacts<Row>();
  const exporting = useTableExport<Row>();
  return (
    <FormatMenu
      onPick={(format) => {
        const facts = factsOf({ columns, list, isCut });
        exporting.mutate({ ...{ format, title, facts }, columns: list.columns, rows: list.rows });
      }}
    >
      <ActionIcon
        variant="default"
        className={styles.icon ?? ''}
        aria-label={t('list.export')}
        disabled={list.rows.length === 0}
        loading={exporting.isPending}
      >
        <Download size={15} aria-hidden />
      </ActionIcon>
    </FormatMenu>
  );
}
