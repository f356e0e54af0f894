import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { WORKSHEET_FORMS } from '@cotejo/worksheets-domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileLine } from '../attachments/attachment-line.tsx';
import { isStanding } from '../attachments/attachment-lines.ts';
import { useFileName } from '../attachments/attachment-name.ts';
import { useFieldName } from '../attachments/field-name.ts';
import { previewOf } from '../attachments/file-kind.ts';
import { PreviewOverlay } from '../attachments/preview-overlay.tsx';
import { useDownload } from '../attachments/use-file-acts.ts';
import { usePastImages, useReleaseOfImages, type PastPartsProps } from './past-texts.tsx';
import styles from './past.module.css';
import { RestoreButton } from './restore-button.tsx';
import { useRestoreFile } from './use-past-contents.ts';

/** Past files of a worksheet, with preview and download. */
export function PastFiles({ audit, item, shown, beside, isLater, isAgainstNow }: PastPartsProps) {
  const { t } = useTranslation('worksheets-web');
  const load = usePastImages(audit.id);
  useReleaseOfImages(audit.id);
  const download = useDownload(audit.id);
  const nameOf = useFileName();
  const fieldName = useFieldName(item);
  const [opened, setOpened] = useState<AttachmentView | null>(null);
  const there = shown.adjuntos.filter(isStanding);
  const others = new Map((beside?.adjuntos ?? []).filter(isStanding).map((file) => [file.id, file]));
  const removed = new Set(
    isAgainstNow ? beside?.adjuntos.filter(({ eliminado }) => eliminado).map(({ id }) => id) : [],
  );
  const own = new Set(there.map(({ id }) => id));
  const isAlone = (file: AttachmentView) => beside !== null && !others.has(file.id);
  const onlyBeside = [...others.values()].filter(({ id }) => !own.has(id));
  const mayHave = (WORKSHEET_FORMS[item.type] ?? []).some(({ code }) => code === 'attachments');
  if (!mayHave && there.length + onlyBeside.length === 0) return null;
  return (
    <section>
      <h3 className={styles.heading}>{t('past.files')}</h3>
      {there.length === 0 && <p className={styles.none}>{t('past.no_files')}</p>}
      <ul className={styles.list} aria-label={t('past.files')}>
        {there.map((file) => (
          <li key={file.id} data-differs={isAlone(file) || undefined}>
            {file.fieldId !== null && <span className={styles.place}>{fieldName(file.fieldId)}</span>}
            <FileLine
              file={file}
              load={load}
              acts={[]}
              onOpen={setOpened}
              onDownload={(one) => void download(one)}
              onAct={() => undefined}
            />
            {isAlone(file) && (
              <span className={styles.other}>
                {t(isLater ? 'past.file_gone_later' : 'past.file_not_before')}
              </span>
            )}
            {removed.has(file.id) && (
              // Remounted for another version, in which the file may be removed again.
              <RestoreFile key={beside?.version} audit={audit} item={item} file={file} name={nameOf(file)} />
            )}
          </li>
        ))}
        {onlyBeside.map((file) => (
          <li key={file.id} data-differs>
            <span className={styles.other}>
              {t(isLater ? 'past.file_later' : 'past.file_before', { name: nameOf(file) })}
            </span>
          </li>
        ))}
      </ul>
      <PreviewOverlay
        files={there.filter(({ tipo }) => previewOf(tipo) !== null)}
        shown={opened}
        load={load}
        onShow={setOpened}
        onDownload={(file) => void download(file)}
        onClose={() => setOpened(null)}
      />
    </section>
  );
}

interface RestoreFileProps extends Pick<PastPartsProps, 'audit' | 'item'> {
  readonly file: AttachmentView;
  readonly name: string;
}

function RestoreFile({ audit, item, file, name }: RestoreFileProps) {
  const { t } = useTranslation('worksheets-web');
  const restoring = useRestoreFile(audit, item.id, file.id);
  return (
    <RestoreButton
      words={t('past.restore_file')}
      hint={t('past.restore_file_hint')}
      {...{ audit, name, restoring }}
    />
  );
}
