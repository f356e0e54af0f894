import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { ConfirmDialog } from '@cotejo/ui';
import { UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { attachmentActs, type AttachmentAct, type Attacher } from './attachment-acts.ts';
import { FileLine, LineOfVersions } from './attachment-line.tsx';
import { attachmentLines, isStanding } from './attachment-lines.ts';
import { useFileName } from './attachment-name.ts';
import styles from './attachments.module.css';
import { previewOf } from './file-kind.ts';
import { PreviewOverlay } from './preview-overlay.tsx';
import { UploadLine } from './upload-line.tsx';
import type { PlacedUpload } from './uploads-atoms.ts';
import { useAttachmentsHere } from './use-attachments-here.ts';
import { useAskAct, useDownload } from './use-file-acts.ts';

interface AttachmentListProps {
  readonly label: string;
  readonly rows: readonly AttachmentView[];
  readonly uploads: readonly PlacedUpload[];
  readonly attacher: Attacher;
}

/** Files with their versions, running uploads, and removed files. */
export function AttachmentList({ label, rows, uploads, attacher }: AttachmentListProps) {
  const { t } = useTranslation('worksheets-web');
  const { audit, itemId } = useWorksheetHost();
  const { loadImage, replace } = useAttachmentsHere(audit.id, itemId);
  const download = useDownload(audit.id);
  const askAct = useAskAct();
  const nameOf = useFileName();
  const [shown, setShown] = useState<AttachmentView | null>(null);
  const [removing, setRemoving] = useState<AttachmentView | null>(null);
  const [showsRemoved, setShowsRemoved] = useState(false);
  const replacing = useRef<AttachmentView | null>(null);
  const chooser = useRef<HTMLInputElement>(null);

  const { standing, removed } = attachmentLines(rows);
  const seen = rows.filter((row) => isStanding(row) && previewOf(row.tipo) !== null);
  const files = shown && !seen.some(({ id }) => id === shown.id) ? [shown] : seen;
  const onAct = (act: AttachmentAct, file: AttachmentView) => {
    if (act === 'replace') {
      replacing.current = file;
      chooser.current?.click();
    } else if (act === 'remove') setRemoving(file);
    else void askAct(act, file);
  };
  const shared = {
    load: loadImage,
    onOpen: setShown,
    onDownload: (file: AttachmentView) => void download(file),
    onAct,
  };
  const actsOn = (file: AttachmentView) => attachmentActs(file, attacher);

  return (
    <>
      {standing.length > 0 && (
        <ul className={styles.list} aria-label={t('attachments.of', { label })}>
          {standing.map((line) => (
            <LineOfVersions key={line.newest.id} line={line} actsOn={actsOn} {...shared} />
          ))}
        </ul>
      )}
      {uploads.length > 0 && (
        <ul className={styles.list} aria-label={t('attachments.upload.list')}>
          {uploads.map(({ upload }) => (
            <UploadLine key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {removed.length > 0 && (
        <>
          <UnstyledButton
            className={styles.olderButton}
            aria-expanded={showsRemoved}
            onClick={() => setShowsRemoved(!showsRemoved)}
          >
            {t('attachments.removed', { count: removed.length })}
          </UnstyledButton>
          {showsRemoved && (
            <ul className={styles.older}>
              {removed.map((file) => (
                <li key={file.id}>
                  <FileLine file={file} acts={actsOn(file)} {...shared} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-hidden
        tabIndex={-1}
        data-for="version"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file && replacing.current) replace(file, replacing.current.id);
          currentTarget.value = '';
        }}
      />
      <PreviewOverlay
        files={files}
        shown={shown}
        load={loadImage}
        onShow={setShown}
        onDownload={shared.onDownload}
        onClose={() => setShown(null)}
      />
      <ConfirmDialog
        opened={removing !== null}
        title={t('attachments.remove.title')}
        question={
          <Trans
            t={t}
            i18nKey="attachments.remove.question"
            values={{ name: removing ? nameOf(removing) : '' }}
            components={{ b: <b /> }}
          />
        }
        left={t('attachments.remove.no')}
        right={t('attachments.remove.yes')}
        onConfirm={async () => {
          if (removing) await askAct('remove', removing);
        }}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}
