import { changeLogCalls } from '@cotejo/audits-contracts';
import { performDownload } from '@cotejo/http/client';
import { notify, saveFile, useErrorText, useTimeZone, useWorkspace } from '@cotejo/ui';
import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queryOf, type LogFilter, type LogScope } from './change-filter.ts';
import { proofOf, type LogProof } from './log-proof.ts';

const FORMATS = ['xlsx', 'pdf'] as const;
type Format = (typeof FORMATS)[number];

interface ExportLogProps {
  readonly audit: string;
  readonly filter: LogFilter;
  readonly scope: LogScope | null;
  /** What the file says of itself, for whoever compares. */
  readonly onProof: (proof: LogProof) => void;
}

/** The changes that are looked for as a file. */
export function ExportLog({ audit, filter, scope, onProof }: ExportLogProps) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const zone = useTimeZone();
  const words = useErrorText();
  const exporting = useMutation({
    mutationFn: async (format: Format) => {
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
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          loading={exporting.isPending}
          leftSection={<Download size={13} aria-hidden />}
        >
          {t('history.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map((format) => (
          <Menu.Item key={format} onClick={() => exporting.mutate(format)}>
            {t(`history.format.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The name that the server gave the file. */
function nameOf(headers: Headers): string | null {
  const given = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(given)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]+)"/i.exec(given)?.[1] ?? null;
}
