import { accountCalls, STORAGE_ERROR_FROM, type StorageQuota } from '@cotejo/access-contracts';
import { useSession } from '@cotejo/access-web';
import { perform } from '@cotejo/http/client';
import { useFormat } from '@cotejo/ui';
import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './storage-bar.module.css';
import { useIsIdle } from './use-is-idle.ts';

/** Fill level of the account's storage; null without a limit. */
export function fullness({
  used,
  total,
}: Pick<StorageQuota, 'used' | 'total'>): { readonly part: number; readonly error: boolean } | null {
  if (total === null) return null;
  const part = total > 0 ? used / total : 1;
  return { part: Math.min(1, part), error: part >= STORAGE_ERROR_FROM };
}

/** Storage used by the account's files; hidden until known. */
export function StorageBar({ collapsed }: { readonly collapsed: boolean }) {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ['account', 'storage_quota'],
    queryFn: ({ signal }) => perform(api, accountCalls.storageQuota, {}, { signal }),
    staleTime: 60_000,
    enabled: useIsIdle(),
  });
  return data === undefined ? null : <Bar quota={data} collapsed={collapsed} />;
}

function Bar({ quota, collapsed }: { readonly quota: StorageQuota; readonly collapsed: boolean }) {
  const { t } = useTranslation('web');
  const format = useFormat();
  const label = useId();
  const full = fullness(quota);
  const used = format.bytes(quota.used);
  const words =
    quota.total === null
      ? t('storage.unlimited', { used })
      : t('storage.of', { used, total: format.bytes(quota.total) });
  return (
    <Tooltip label={`${t('storage.title')}: ${words}`} position="right" disabled={!collapsed}>
      <section
        aria-labelledby={label}
        className={styles.storage}
        data-error={full?.error || undefined}
        data-collapsed={collapsed || undefined}
      >
        <span id={label} className={collapsed ? 'visually-hidden' : styles.title}>
          {t('storage.title')}
        </span>
        {full !== null && (
          <span
            className={styles.track}
            role="progressbar"
            aria-labelledby={label}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(full.part * 100)}
            aria-valuetext={words}
          >
            <i style={{ '--part': `${full.part * 100}%` } as CSSProperties} />
          </span>
        )}
        <span className={collapsed ? 'visually-hidden' : styles.words}>{words}</span>
        {full?.error === true && (
          <span className={collapsed ? 'visually-hidden' : styles.warning}>{t('storage.nearly_full')}</span>
        )}
      </section>
    </Tooltip>
  );
}
