import { changeLogCalls } from '@cotejo/audits-contracts';
import type { DocumentFormat } from '@cotejo/documents';
import { performDownload } from '@cotejo/http/client';
import { FormatMenu, notify, saveFile, useErrorText, useTimeZone, useWorkspace } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queryOf, type LogFilter, type LogScope } from './change-filter.ts';
import { proofOf, type LogProof } from './log-proof.ts';

interface ExportLogProps {
  readonly audit: string;
  readonly filter: LogFilter;
  readonly scope: LogScope | null;
  /** Receives the hash-chain proof that comes with the file. */
  readonly onProof: (proof: LogProof) => void;
}

/** Exports the filtered changes as a file. */
export function ExportLog({ audit, filter, scope, onProof }: ExportLogProps) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const zone = useTimeZone();
  const words = useErrorText();
  const exporting = useMutation({
    mutationFn: async (format: DocumentFormat) => {
      const { bytes, headers } = await performDownload(api, changeLogCalls.export, {
        params: { model: 'auditoria', id: audit },
        query: { ...queryOf(filter, scope, zone), formato: format },
      });
      const type = headers.get('content-type') ?? 'application/octet-stream';
      saveFile(nameOf(headers) ?? `historial.${format}`, new Blob([new Uint8Array(bytes)], { type }));
      return proofOf(headers);
    },
    onSuccess: (proof) => {
      if (proof) onProof(proof);
      notify.info(t('history.exported'));
    },
    onError: (error) => notify.warning(words(error)),
  });
  return (
    <FormatMenu onPick={exporting.mutate}>
      <Button
        variant="default"
        size="compact-sm"
        loading={exporting.isPending}
        leftSection={<Download size={13} aria-hidden />}
      >
        {t('history.export')}
      </Button>
    </FormatMenu>
  );
}

/** File name from the `Content-Disposition` header. */
function nameOf(headers: Headers): string | null {
  const given = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(given)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(given)?.[1] ?? null;
}
