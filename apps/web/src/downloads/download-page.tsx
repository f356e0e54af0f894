import { useSession } from '@cotejo/access-web';
import { pathOf } from '@cotejo/http/contracts';
import { saveFile, useErrorText, useFormat, usePageTitle } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, FileDown, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { DownloadKind } from './download-kinds.ts';
import styles from './download-page.module.css';

interface Progress {
  readonly loaded: number;
  readonly total: number | null;
}
const NOTHING: Progress = { loaded: 0, total: null };

/** Page that fetches one file with the session and saves it; it has no other content. */
export function DownloadPage({ kind }: { readonly kind: DownloadKind }) {
  const { t } = useTranslation('web');
  const words = useErrorText();
  const format = useFormat();
  const { api } = useSession();
  const params = useParams();
  const ids = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? '']));
  const [progress, setProgress] = useState(NOTHING);
  const title = t(`download.${kind.key}.title`);
  usePageTitle(title);

  const file = useQuery({
    queryKey: ['download', kind.key, ids],
    queryFn: async ({ signal }) => {
      setProgress(NOTHING);
      const onProgress = (loaded: number, total: number | null) => setProgress({ loaded, total });
      const { content, naming } = kind.fileOf(
        await api.getBytes(pathOf(kind.call.path, ids), { signal, onProgress }),
      );
      return { content, name: t(`download.${kind.key}.file`, naming) };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data } = file;
  const saved = useRef<Blob | null>(null);
  useEffect(() => {
    if (data === undefined || saved.current === data.content) return;
    saved.current = data.content;
    saveFile(data.name, data.content);
  }, [data]);

  if (data !== undefined) {
    const size = format.bytes(data.content.size);
    return (
      <Card icon={CircleCheck} look="done" title={title}>
        <p role="status">{t('download.done', { name: data.name, size })}</p>
        <p className={styles.hint}>{t('download.close')}</p>
        <Button variant="default" onClick={() => saveFile(data.name, data.content)}>
          {t('download.again')}
        </Button>
      </Card>
    );
  }
  if (file.isError && !file.isFetching) {
    return (
      <Card icon={TriangleAlert} look="failed" title={title}>
        <p role="alert">{t('download.failed', { reason: words(file.error) })}</p>
        <Button onClick={() => void file.refetch()}>{t('download.retry')}</Button>
      </Card>
    );
  }
  return (
    <Card icon={FileDown} look="loading" title={title}>
      <Bar progress={progress} />
      <p className={styles.hint}>{t('download.stay')}</p>
    </Card>
  );
}

interface CardProps {
  readonly icon: LucideIcon;
  readonly look: 'loading' | 'done' | 'failed';
  readonly title: string;
  readonly children: ReactNode;
}

function Card({ icon: Icon, look, title, children }: CardProps) {
  return (
    <section className={styles.card} data-look={look}>
      <Icon className={styles.icon} size={28} strokeWidth={1.6} aria-hidden />
      <h1>{title}</h1>
      {children}
    </section>
  );
}

/** Progress bar; shows the received bytes if the total is unknown. */
function Bar({ progress: { loaded, total } }: { readonly progress: Progress }) {
  const { t } = useTranslation('web');
  const format = useFormat();
  const words =
    total === null
      ? t('download.so_far', { loaded: format.bytes(loaded) })
      : t('download.of', { loaded: format.bytes(loaded), total: format.bytes(total) });
  const part = total === null || total === 0 ? null : Math.round((loaded / total) * 100);
  return (
    <>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={t('download.progress')}
        aria-valuetext={words}
        {...(part !== null && { 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuenow': part })}
      >
        <i
          data-open-ended={part === null || undefined}
          {...(part !== null && { style: { inlineSize: `${part}%` } })}
        />
      </span>
      <p className="num">{words}</p>
    </>
  );
}
