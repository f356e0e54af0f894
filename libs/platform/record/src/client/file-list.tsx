import { performDownload } from '@cotejo/http/client';
import { notify, saveFile, useErrorText, useFormat, useWorkspace } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callsOf } from '../calls.ts';
import type { FileView } from '../fields.ts';
import type { AnyRecord } from '../record.ts';
import styles from './record-panel.module.css';

export interface FileListProps {
  readonly title: string;
  readonly record: AnyRecord;
  /** Of the record. */
  readonly id: string;
  readonly files: readonly FileView[];
}

/** Files of a record by name and size; a click downloads one. */
export function FileList({ title, record, id, files }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <section className={styles.text}>
      <h3>{title}</h3>
      <ul className={styles.files}>
        {files.map((file) => (
          <FileLine key={file.id} record={record} id={id} file={file} />
        ))}
      </ul>
    </section>
  );
}

interface FileLineProps extends Pick<FileListProps, 'record' | 'id'> {
  readonly file: FileView;
}

function FileLine({ record, id, file }: FileLineProps) {
  const { t } = useTranslation('record-client');
  const { api } = useWorkspace();
  const format = useFormat();
  const failure = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const name = file.name ?? t('files.erased');
  const download = async () => {
    setBusy(true);
    try {
      const { bytes } = await performDownload(api, callsOf(record).download, {
        params: { id, file: file.id },
      });
      saveFile(name, new Blob([new Uint8Array(bytes)], { type: file.mediaType }));
    } catch (error) {
      notify.error(failure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <Button
        variant="subtle"
        classNames={{ label: styles.fileName }}
        size="compact-sm"
        leftSection={<Download size={14} aria-hidden />}
        aria-label={t('files.download', { name })}
        title={name}
        loading={isBusy}
        onClick={() => void download()}
      >
        {name}
      </Button>
      <span className={`num ${styles.when}`}>{format.bytes(file.bytes)}</span>
    </li>
  );
}
