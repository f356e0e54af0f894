import { createUploader, type Uploader, type UploadState } from '@cotejo/files/client';
import { acceptedKinds, filesTranslations, MOST_FILE_BYTES, UPLOADS_PATH } from '@cotejo/files/protocol';
import { addTranslations } from '@cotejo/i18n';
import { useFileZone, useFormat, useWorkspace } from '@cotejo/ui';
import { useField, type FieldProps } from '@cotejo/ui/form';
import { ActionIcon, Button, Input } from '@mantine/core';
import { FileText, Paperclip, Replace, RotateCw, X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileView } from '../fields.ts';
import { entriesOf, isPending, settledEntries, type FileEntry } from './file-entries.ts';
import styles from './files-field.module.css';

export interface FilesFieldProps extends FieldProps {
  /** Target of its uploads; see `writeFileTarget`. */
  readonly target: string;
  /** A single file in place of a list. */
  readonly isOne: boolean;
}

/**
 * Field for files of a record: uploaded when chosen or dropped, named by the record when its form is sent. The value
 * holds entries of `file-entries.ts`, so that a draft contains the names of its files.
 */
export default function FilesField({ target, isOne, ...props }: FilesFieldProps) {
  const { t, i18n } = useTranslation('record-client');
  // Texts of refused uploads are part of this lazily loaded chunk.
  useState(() => addTranslations(i18n, [filesTranslations]));
  const { value, set, shared } = useField(props);
  const [uploader, uploads] = useUploads();
  const entries = entriesOf(value);
  const put = (next: readonly FileEntry[]) => set(isOne ? (next.at(-1) ?? null) : next);
  useEffect(() => {
    const next = settledEntries(entries, uploads);
    if (next !== entries) put(next);
    for (const { id, status } of uploads) if (status === 'done') void uploader.cancel(id);
  });

  const add = (files: readonly File[]) => {
    const chosen = isOne ? files.slice(0, 1) : files;
    if (isOne) for (const { id } of uploads) void uploader.cancel(id);
    const begun = uploader.add(chosen, target).map((upload): FileEntry => ({ id: '', upload }));
    put(isOne ? begun : [...entries, ...begun]);
  };
  const drop = (entry: FileEntry) => {
    if (isPending(entry)) void uploader.cancel(entry.upload);
    put(entries.filter((each) => each !== entry));
  };
  const zone = useRef<HTMLDivElement>(null);
  // A new function would make `useFileZone` replace its listeners, which ends a drag.
  const latest = useRef(add);
  useEffect(() => {
    latest.current = add;
  });
  const take = useCallback((files: readonly File[]) => latest.current(files), []);
  const isOver = useFileZone(zone, take);
  const isWaiting = entries.some(isPending);
  const failed = uploads.some(({ status }) => status === 'failed');
  const { error, label, name, withAsterisk, onBlur } = shared;
  const fault = error === undefined || !isWaiting ? error : t(failed ? 'files.some_failed' : 'files.wait');

  return (
    <Input.Wrapper label={label} withAsterisk={withAsterisk} error={fault} labelElement="div">
      <div
        ref={zone}
        role="group"
        aria-label={label}
        className={styles.zone}
        data-over={isOver || undefined}
        data-invalid={fault !== undefined || undefined}
      >
        {entries.length > 0 && (
          <ul className={styles.list}>
            {entries.map((entry) => {
              const upload = isPending(entry) ? uploads.find(({ id }) => id === entry.upload) : undefined;
              const line = { onDrop: () => drop(entry), uploader };
              if (upload !== undefined) return <UploadLine key={upload.id} {...line} upload={upload} />;
              return isPending(entry) ? null : <FileLine key={entry.id} {...line} file={entry} />;
            })}
          </ul>
        )}
        <Chooser
          label={label}
          words={t(isOne && entries.length > 0 ? 'files.replace' : 'files.choose')}
          icon={
            isOne && entries.length > 0 ? (
              <Replace size={14} aria-hidden />
            ) : (
              <Paperclip size={14} aria-hidden />
            )
          }
          isMultiple={!isOne}
          isInvalid={fault !== undefined}
          name={name}
          onBlur={onBlur}
          onFiles={add}
        />
        <span className={styles.hint}>{t(isOver ? 'files.drop_here' : 'files.or_drop')}</span>
      </div>
    </Input.Wrapper>
  );
}

/** Uploads of one field; those that are unfinished when the form is left are deleted. */
function useUploads(): readonly [Uploader, readonly UploadState[]] {
  const workspace = useWorkspace();
  const { api, me } = workspace;
  const [uploader] = useState(() =>
    createUploader({
      endpoint: UPLOADS_PATH,
      user: me.id,
      headers: () => api.headers(),
      // Not resumed after a reload: an upload is only useful to the open form.
      ...{ storage: null, shelf: null },
    }),
  );
  const uploads = useSyncExternalStore(uploader.subscribe, uploader.state);
  const count = uploads.length;
  useEffect(() => (count === 0 ? undefined : workspace.registerUnsent(() => count)), [count, workspace]);
  useEffect(() => () => uploader.state().forEach(({ id }) => void uploader.cancel(id)), [uploader]);
  return [uploader, uploads];
}

interface ChooserProps {
  readonly label: string;
  readonly words: string;
  readonly icon: ReactNode;
  readonly isMultiple: boolean;
  readonly isInvalid: boolean;
  readonly name: string;
  readonly onBlur: () => void;
  readonly onFiles: (files: readonly File[]) => void;
}
const ACCEPTED = Object.keys(acceptedKinds)
  .map((kind) => `.${kind}`)
  .join();

function Chooser({ label, words, icon, isMultiple, isInvalid, name, onBlur, onFiles }: ChooserProps) {
  const { t } = useTranslation('record-client');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={icon}
        aria-label={t('files.act_on', { act: words, field: label })}
        aria-invalid={isInvalid || undefined}
        onBlur={onBlur}
        onClick={() => input.current?.click()}
      >
        {words}
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        multiple={isMultiple}
        hidden
        aria-hidden
        tabIndex={-1}
        data-for={name}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </>
  );
}

interface LineProps {
  readonly uploader: Uploader;
  readonly onDrop: () => void;
}

function FileLine({ file, onDrop }: LineProps & { readonly file: FileView }) {
  const { t } = useTranslation('record-client');
  const format = useFormat();
  const name = file.name ?? t('files.erased');
  return (
    <li className={styles.line}>
      <FileText size={16} aria-hidden />
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className={`num ${styles.size}`}>{format.bytes(file.bytes)}</span>
      <Act label={t('files.remove', { name })} icon={<X size={15} aria-hidden />} onDo={onDrop} />
    </li>
  );
}

const MEGABYTE = 1024 ** 2;

function UploadLine({ upload, uploader, onDrop }: LineProps & { readonly upload: UploadState }) {
  const { t } = useTranslation(['record-client', 'files']);
  const format = useFormat();
  const { id, name, bytes, sent, status, code, message } = upload;
  const percent = bytes === 0 ? 0 : Math.round((sent / bytes) * 100);
  const isFailed = status === 'failed';
  const fault =
    message ??
    t([`files:errors.${code ?? 'failed'}`, `files:client.${code ?? 'failed'}`, 'files:client.failed'], {
      megabytes: MOST_FILE_BYTES / MEGABYTE,
    });
  const words = isFailed ? fault : t('files.sent', { sent: format.bytes(sent), total: format.bytes(bytes) });
  return (
    <li className={styles.line} data-failed={isFailed || undefined}>
      <FileText size={16} aria-hidden />
      <span className={styles.sending}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        {!isFailed && (
          <span
            className={styles.track}
            role="progressbar"
            aria-label={t('files.progress', { name })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <i style={{ inlineSize: `${percent}%` }} />
          </span>
        )}
        <span className={styles.size} {...(isFailed && { role: 'alert' })}>
          {words}
        </span>
      </span>
      {isFailed && uploader.mayRetry(id) && (
        <Act
          label={t('files.retry', { name })}
          icon={<RotateCw size={15} aria-hidden />}
          onDo={() => uploader.resume(id)}
        />
      )}
      <Act label={t('files.remove', { name })} icon={<X size={15} aria-hidden />} onDo={onDrop} />
    </li>
  );
}

interface ActProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onDo: () => void;
}
const Act = ({ label, icon, onDo }: ActProps) => (
  <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={label} onClick={onDo}>
    {icon}
  </ActionIcon>
);
