import type { RememberedUpload, Uploader, UploadState } from '@cotejo/files/client';
import { notify, useIsPhone, useWorkspace } from '@cotejo/ui';
import { ActionIcon, Button } from '@mantine/core';
import { ChevronDown, ChevronUp, CloudUpload, X } from 'lucide-react';
import { useStore } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './uploads-tray.module.css';
import { FileIcon } from './file-icon.tsx';
import { mediaTypeOf, UploadLine } from './upload-line.tsx';
import { isUnderWay, leaveUploads, openUploads, useUploader, useUploads } from './uploads-atoms.ts';

/** Milliseconds that a finished upload stays visible. */
const DONE_STAYS_MS = 5_000;
/** Milliseconds between retries without a connection. */
const AGAIN_MS = 10_000;

/** Uploads of the signed-in user, on every page; hidden while there are none. */
export function UploadsTray() {
  const store = useStore();
  const workspace = useWorkspace();
  const { api } = workspace;
  // Depends on the id only: reloading the profile must not restart the uploader.
  const { id } = workspace.me;
  const uploads = useUploads();
  const uploader = useUploader();

  useEffect(() => {
    openUploads(store, { api, me: { id } });
    return () => void leaveUploads(store);
  }, [store, api, id]);
  useBeforeLeaving(uploads, workspace.registerUnsent);
  useOfflineAgain(uploads, uploader);
  useDoneLeaving(uploads, uploader);
  useNoStrayDrops();

  // Remembered uploads of an earlier visit.
  const left = uploader?.remembered() ?? [];
  if (uploader === null || uploads.length + left.length === 0) return null;
  return <Tray uploads={uploads} left={left} uploader={uploader} />;
}

interface TrayProps {
  readonly uploads: readonly UploadState[];
  readonly left: readonly RememberedUpload[];
  readonly uploader: Uploader;
}

function Tray({ uploads, left, uploader }: TrayProps) {
  const { t } = useTranslation('worksheets-web');
  const [wasFolded, setIsFolded] = useState<boolean | null>(null);
  const isPhone = useIsPhone();
  const moving = uploads.filter(({ status }) => status === 'waiting' || status === 'uploading');
  const paused = uploads.filter(({ status }) => status === 'paused');
  const failed = uploads.filter(({ status }) => status === 'failed');
  const parts = [
    ['under_way', moving.length],
    ['paused', paused.length],
    ['failed', failed.length],
    ['left', left.length],
  ] as const;
  const said = parts.filter(([, count]) => count > 0);
  const words = (said.length > 0 ? said : ([['done', uploads.length]] as const))
    .map(([what, count]) => t(`attachments.tray.${what}`, { count }))
    .join(' · ');
  const total = moving.reduce((sum, { bytes }) => sum + bytes, 0);
  const sent = moving.reduce((sum, one) => sum + one.sent, 0);
  const percent = total === 0 ? 0 : Math.round((sent / total) * 100);
  // On a phone the list would cover the worksheet; what needs a decision is shown.
  const isFolded = wasFolded ?? (isPhone && failed.length + left.length === 0);
  const mayClose = moving.length + paused.length + left.length === 0;

  return (
    <section className={styles.tray} aria-label={t('attachments.tray.label')}>
      <header className={styles.head}>
        <CloudUpload size={16} aria-hidden />
        <span className={styles.title} role="status">
          {words}
        </span>
        {moving.length > 0 && <span className={`num ${styles.percent}`}>{percent} %</span>}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-expanded={!isFolded}
          aria-label={t(isFolded ? 'attachments.tray.unfold' : 'attachments.tray.fold')}
          onClick={() => setIsFolded(!isFolded)}
        >
          {isFolded ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
        </ActionIcon>
        {mayClose && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={t('attachments.tray.close')}
            onClick={() => uploads.forEach(({ id }) => void uploader.cancel(id))}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        )}
      </header>
      {!isFolded && (
        <ul className={styles.lines}>
          {uploads.map((upload) => (
            <UploadLine key={upload.id} upload={upload} />
          ))}
          {left.map((entry) => (
            <LeftLine key={`${entry.target} ${entry.name}`} entry={entry} uploader={uploader} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface LeftLineProps {
  readonly entry: RememberedUpload;
  readonly uploader: Uploader;
}

/** An upload of an earlier visit, whose file must be chosen again. */
function LeftLine({ entry, uploader }: LeftLineProps) {
  const { t } = useTranslation('worksheets-web');
  const chooser = useRef<HTMLInputElement>(null);
  const { name, bytes, target } = entry;
  return (
    <li className={styles.left}>
      <FileIcon name={name} mediaType={mediaTypeOf(name)} />
      <div className={styles.what}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.hint}>{t('attachments.upload.remembered')}</span>
      </div>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={t('attachments.upload.choose', { name })}
        onClick={() => chooser.current?.click()}
      >
        {t('attachments.upload.choose_short')}
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={28}
        aria-label={t('attachments.upload.dismiss', { name })}
        onClick={() => uploader.forget(entry)}
      >
        <X size={15} aria-hidden />
      </ActionIcon>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (!file) return;
          if (file.name === name && file.size === bytes) uploader.add([file], target);
          else notify.warning(t('attachments.upload.another_file', { name }), { id: `left ${name}` });
        }}
      />
    </li>
  );
}

/** Asks before leaving the page or signing out while uploads are running. */
function useBeforeLeaving(
  uploads: readonly UploadState[],
  registerUnsent: ReturnType<typeof useWorkspace>['registerUnsent'],
): void {
  const count = uploads.filter(isUnderWay).length;
  useEffect(() => {
    if (count === 0) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    const stop = registerUnsent(() => count);
    return () => {
      window.removeEventListener('beforeunload', warn);
      stop();
    };
  }, [count, registerUnsent]);
}

/** Resumes offline uploads once there is a connection. */
function useOfflineAgain(uploads: readonly UploadState[], uploader: Uploader | null): void {
  const waiting = uploads.flatMap(({ id, code }) => (code === 'offline' ? [id] : [])).join(' ');
  useEffect(() => {
    if (waiting === '' || uploader === null) return;
    const again = () => waiting.split(' ').forEach((id) => uploader.resume(id));
    const timer = setTimeout(again, AGAIN_MS);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [waiting, uploader]);
}

/** Removes finished uploads from the list after a delay. */
function useDoneLeaving(uploads: readonly UploadState[], uploader: Uploader | null): void {
  const done = uploads.flatMap(({ id, status }) => (status === 'done' ? [id] : [])).join(' ');
  useEffect(() => {
    if (done === '' || uploader === null) return;
    const timer = setTimeout(() => done.split(' ').forEach((id) => void uploader.cancel(id)), DONE_STAYS_MS);
    return () => clearTimeout(timer);
  }, [done, uploader]);
}

/** Prevents the browser from navigating to a file dropped beside its target. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
