import type { AttachmentView } from '@cotejo/worksheets-contracts';
import { ActionIcon, Loader, Modal } from '@mantine/core';
import { ChevronLeft, ChevronRight, Download, ExternalLink, X } from 'lucide-react';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileName } from './attachment-name.ts';
import styles from './attachments.module.css';
import { previewOf } from './file-kind.ts';

interface PreviewOverlayProps {
  /** Files that have a preview, in the order of the arrow keys. */
  readonly files: readonly AttachmentView[];
  /** Null = closed. */
  readonly shown: AttachmentView | null;
  readonly load: (attachment: string) => Promise<string | null>;
  readonly onShow: (file: AttachmentView) => void;
  readonly onDownload: (file: AttachmentView) => void;
  readonly onClose: () => void;
}

/**
 * Preview of a file over the page: Esc closes it, arrow keys move to the next file, and the focus returns to
 * its origin.
 */
export function PreviewOverlay(props: PreviewOverlayProps) {
  const { files, shown, load, onShow, onDownload, onClose } = props;
  const { t } = useTranslation('worksheets-web');
  const nameOf = useFileName();
  const name = shown === null ? '' : nameOf(shown);
  const at = files.findIndex(({ id }) => id === shown?.id);
  const go = (step: 1 | -1) => {
    const next = files[at + step];
    if (next) onShow(next);
  };
  // On the window, because a click beside the file moves the focus off the buttons.
  useWindowEvent('keydown', ({ key }) => {
    if (shown === null) return;
    if (key === 'ArrowLeft') go(-1);
    else if (key === 'ArrowRight') go(1);
  });

  return (
    <Modal.Root
      opened={shown !== null}
      onClose={onClose}
      size="100%"
      padding={0}
      classNames={{ inner: styles.previewInner, content: styles.preview }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('attachments.preview.title', { name })}>
        <div className={styles.previewHead}>
          <Modal.Title className={styles.previewName} title={name}>
            {name}
          </Modal.Title>
          {files.length > 1 && (
            <>
              <span className={`num ${styles.previewPlace}`}>
                {t('attachments.preview.position', { at: at + 1, of: files.length })}
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                disabled={at <= 0}
                aria-label={t('attachments.preview.previous')}
                title={t('attachments.preview.previous')}
                onClick={() => go(-1)}
              >
                <ChevronLeft size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                disabled={at >= files.length - 1}
                aria-label={t('attachments.preview.next')}
                title={t('attachments.preview.next')}
                onClick={() => go(1)}
              >
                <ChevronRight size={18} aria-hidden />
              </ActionIcon>
            </>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('attachments.act.download')}
            title={t('attachments.act.download')}
            onClick={() => shown && onDownload(shown)}
          >
            <Download size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            data-autofocus
            aria-label={t('attachments.preview.close')}
            title={t('attachments.preview.close')}
            onClick={onClose}
          >
            <X size={18} aria-hidden />
          </ActionIcon>
        </div>
        {shown && <PreviewBody key={shown.id} file={shown} name={name} load={load} />}
      </Modal.Content>
    </Modal.Root>
  );
}

interface PreviewBodyProps {
  readonly file: AttachmentView;
  readonly name: string;
  readonly load: PreviewOverlayProps['load'];
}

function PreviewBody({ file, name, load }: PreviewBodyProps) {
  const { t } = useTranslation('worksheets-web');
  const [address, setAddress] = useState<string | null>();
  const how = previewOf(file.tipo);

  useEffect(() => {
    let isHere = true;
    void load(file.id).then((found) => isHere && setAddress(found));
    return () => void (isHere = false);
  }, [file.id, load]);

  if (address === undefined)
    return (
      <div className={styles.previewBody} aria-busy>
        <Loader size={32} aria-label={t('attachments.preview.loading')} />
      </div>
    );
  if (address === null || how === null)
    return (
      <div className={styles.previewBody}>
        <p role="alert">{t('attachments.preview.none')}</p>
      </div>
    );
  return (
    <div className={styles.previewBody} data-how={how}>
      {how === 'image' ? (
        <img src={address} alt={name} />
      ) : (
        <>
          {/* Phones do not show PDFs inside a page. */}
          <a className={styles.newTab} href={address} target="_blank" rel="noreferrer">
            <ExternalLink size={14} aria-hidden />
            {t('attachments.preview.new_tab')}
          </a>
          {/* No sandbox: browsers show no PDF in one. The server detects the type, so only PDFs are framed. */}
          {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
          <iframe src={address} title={t('attachments.preview.title', { name })} />
        </>
      )}
    </div>
  );
}
