import type { UploadState } from '@cotejo/files/client';
import { acceptedKinds, kindOfName } from '@cotejo/files/protocol';
import { ActionIcon } from '@mantine/core';
import { CircleCheck, Pause, Play, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './attachments.module.css';
import { FileIcon } from './file-icon.tsx';
import { uploadFault } from './upload-fault.ts';
import { useUploader } from './uploads-atoms.ts';
import { useSizeWords } from './use-file-words.ts';

/** A running upload: progress and acts. */
export function UploadLine({ upload }: { readonly upload: UploadState }) {
  const { t } = useTranslation(['worksheets-web', 'files']);
  const size = useSizeWords();
  const uploader = useUploader();
  const { id, name, bytes, sent, status } = upload;
  const told = { sent: size(sent), total: size(bytes) };
  const percent = bytes === 0 ? 0 : Math.round((sent / bytes) * 100);
  const words = {
    waiting: t('attachments.upload.waiting'),
    uploading: t('attachments.upload.sent', told),
    paused: t('attachments.upload.paused', told),
    done: t('attachments.upload.done'),
    failed: status === 'failed' ? uploadFault(t, upload) : '',
  }[status];
  const isMoving = status === 'waiting' || status === 'uploading';
  return (
    <li className={styles.upload} data-status={status}>
      <FileIcon name={name} mediaType={mediaTypeOf(name)} />
      <div className={styles.what}>
        <span className={styles.uploadName} title={name}>
          {name}
        </span>
        {status !== 'done' && status !== 'failed' && (
          <span
            className={styles.track}
            role="progressbar"
            aria-label={t('attachments.upload.progress', { name })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={words}
          >
            <i style={{ inlineSize: `${percent}%` }} />
          </span>
        )}
        <span className={styles.uploadState} {...(status === 'failed' && { role: 'alert' })}>
          {words}
        </span>
      </div>
      {isMoving && (
        <Act
          label={t('attachments.upload.pause', { name })}
          icon={<Pause size={15} aria-hidden />}
          onDo={() => uploader?.pause(id)}
        />
      )}
      {status === 'paused' && (
        <Act
          label={t('attachments.upload.resume', { name })}
          icon={<Play size={15} aria-hidden />}
          onDo={() => uploader?.resume(id)}
        />
      )}
      {status === 'failed' && uploader?.mayRetry(id) === true && (
        <Act
          label={t('attachments.upload.retry', { name })}
          icon={<RotateCw size={15} aria-hidden />}
          onDo={() => uploader.resume(id)}
        />
      )}
      {status === 'done' ? (
        <span className={styles.doneMark}>
          <CircleCheck size={17} aria-hidden />
        </span>
      ) : (
        <Act
          label={t(status === 'failed' ? 'attachments.upload.dismiss' : 'attachments.upload.cancel', {
            name,
          })}
          icon={<X size={15} aria-hidden />}
          onDo={() => void uploader?.cancel(id)}
        />
      )}
    </li>
  );
}

/** Media type by the name alone: the server judges the content. */
export function mediaTypeOf(name: string): string {
  const kind = kindOfName(name);
  return kind === null ? '' : acceptedKinds[kind].mediaType;
}

interface ActProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onDo: () => void;
}

function Act({ label, icon, onDo }: ActProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={label} onClick={onDo}>
      {icon}
    </ActionIcon>
  );
}
