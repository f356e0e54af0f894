import { documentCalls, type DocumentFormat } from '@cotejo/documents';
import { performDownload } from '@cotejo/http/client';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../components/save-file.ts';
import { notify } from '../components/toasts/toasts.tsx';
import { useErrorText } from '../components/errors/use-error-text.ts';
import { useTimeZone } from '../provider/time-zone.ts';
import { useWorkspace } from '../workspace/workspace.tsx';
import { describeTable, type TableOptions } from './describe-table.ts';
import { useCellText } from './columns/use-cell-text.ts';

export interface ExportedTable<Row> extends Pick<TableOptions<Row>, 'title' | 'facts' | 'columns' | 'rows'> {
  readonly format: DocumentFormat;
}

/** Writes a table as a document and downloads it. */
export function useTableExport<Row>() {
  const { api } = useWorkspace();
  const words = useErrorText();
  const textOf = useCellText();
  const zone = useTimeZone();
  return useMutation({
    mutationFn: async ({ format, ...table }: ExportedTable<Row>) => {
      const body = JSON.stringify(describeTable(format, { ...table, textOf, zone }));
      const { bytes, headers } = await performDownload(api, documentCalls.write, {}, { body });
      const type = headers.get('content-type') ?? '';
      saveFile(`${table.title}.${format}`, new Blob([new Uint8Array(bytes)], { type }));
    },
    onError: (error) => notify.error(words(error)),
  });
}
