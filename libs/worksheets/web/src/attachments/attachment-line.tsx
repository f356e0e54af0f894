import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { useFormat } from '@cotejo/ui';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AttachmentAct } from './attachment-acts.ts';
import type { AttachmentLine } from './attachment-lines.ts';
import { AttachmentMenu } from './attachment-menu.tsx';
import { useFileName } from './attachment-name.ts';
import { AttachmentThumbnail } from './attachment-thumbnail.tsx';
import styles from './attachments.module.css';
import { previewOf } from './file-kind.ts';
import { SignedBy } from './signed-by.tsx';
import { useSizeWords } from './use-file-words.ts';

export interface FileLineProps {
  readonly file: AttachmentView;
  readonly load: (attachment: string) => Promise<string | null>;
  readonly acts: readonly AttachmentAct[];
  /** Shows the file in the page, or downloads it if that is not possible. */
  readonly onOpen: (file: AttachmentView) => void;
  readonly onDownload: (file: AttachmentView) => void;
  readonly onAct: (act: AttachmentAct, file: AttachmentView) => void;
}

/** A file: kind, uploader, time and signatures. */
export function FileLine({ file, load, acts, onOpen, onDownload, onAct }: FileLineProps) {
  const { t } = useTranslation('worksheets-web');
  const format = useFormat();
  const size = useSizeWords();
  const name = useFileName()(file);
  return (
    <div className={styles.file} data-removed={file.eliminado || undefined}>
      <AttachmentThumbnail file={file} load={load} />
      <div className={styles.what}>
        <span className={styles.nameLine}>
          <UnstyledButton
            className={styles.name}
            title={name}
            data-redacted={file.nombre_archivo === null || undefined}
            onClick={() => (previewOf(file.tipo) === null ? onDownload(file) : onOpen(file))}
          >
            {name}
          </UnstyledButton>
          {file.revision > 1 && (
            <span
              className={styles.revision}
              title={t('attachments.revision_long', { revision: file.revision })}
            >
              {t('attachments.revision', { revision: file.revision })}
            </span>
          )}
        </span>
        <span className={styles.meta}>
          <span className="num">{size(file.peso_archivo)}</span>
          <span>{file.created_by.name}</span>
          <time dateTime={file.momento} title={format.dateTime(file.momento)} className="num">
            {format.date(file.created_at)}
          </time>
          <SignedBy firmas={file.firmas} />
        </span>
      </div>
      <AttachmentMenu
        file={file}
        name={name}
        acts={acts}
        onOpen={() => onOpen(file)}
        onDownload={() => onDownload(file)}
        onAct={(act) => onAct(act, file)}
      />
    </div>
  );
}

interface LineOfVersionsProps extends Omit<FileLineProps, 'file' | 'acts'> {
  readonly line: AttachmentLine;
  readonly actsOn: (file: AttachmentView) => readonly AttachmentAct[];
}

/** The current version; older ones on demand. */
export function LineOfVersions({ line: { newest, older }, actsOn, ...rest }: LineOfVersionsProps) {
  const { t } = useTranslation('worksheets-web');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={styles.line}>
      <FileLine file={newest} acts={actsOn(newest)} {...rest} />
      {older.length > 0 && (
        <>
          <UnstyledButton
            className={styles.olderButton}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('attachments.older', { count: older.length })}
          </UnstyledButton>
          {isOpen && (
            <ol className={styles.older}>
              {older.map((file) => (
                <li key={file.id}>
                  <FileLine file={file} acts={actsOn(file)} {...rest} />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </li>
  );
}
