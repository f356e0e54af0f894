import { documentCalls, type DocumentFormat } from '@cotejo/documents';
import { performDownload } from '@cotejo/http/client';
import { ActionIcon } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FormatMenu } from '../components/format-menu.tsx';
import { saveFile } from '../components/save-file.ts';
import { notify } from '../components/toasts.tsx';
import { useErrorText } from '../components/use-error-text.ts';
import { useTimeZone } from '../provider/time-zone.ts';
import { useWorkspace } from '../workspace/workspace.tsx';
import { describeTable } from './describe-table.ts';
import type { ListColumn } from './list-column.ts';
import styles from './list-toolbar.module.css';
import { useCellText } from './use-cell-text.ts';
import type { ListModel } from './use-list.ts';
import { useListFacts } from './use-list-facts.ts';

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
  const { api } = useWorkspace();
  const words = useErrorText();
  const textOf = useCellText();
  const factsOf = useListFacts<Row>();
  const zone = useTimeZone();
  const exporting = useMutation({
    mutationFn: async (format: DocumentFormat) => {
      const facts = factsOf({ columns, list, isCut });
      const table = describeTable(format, {
        ...{ title, facts, textOf, zone },
        columns: list.columns,
        rows: list.rows,
      });
      const { bytes, headers } = await performDownload(
        api,
        documentCalls.write,
        {},
        { body: JSON.stringify(table) },
      );
      const type = headers.get('content-type') ?? '';
      saveFile(`${title}.${format}`, new Blob([new Uint8Array(bytes)], { type }));
    },
    onError: (error) => notify.error(words(error)),
  });
  return (
    <FormatMenu onPick={exporting.mutate}>
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
