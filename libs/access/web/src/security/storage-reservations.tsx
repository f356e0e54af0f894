import { accessCalls } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { EmptyState, ErrorState, Section, TableSkeleton, useErrorText, useFormat } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { HardDriveUpload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { useSession } from '../session/use-session.ts';

/** Storage use of the account, and space reserved by each user's running uploads. */
export function StorageReservations() {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const format = useFormat();
  const { api } = useSession();
  const storage = useQuery({
    queryKey: ['access', 'storage'],
    queryFn: async () => {
      const [quota, held] = await Promise.all([
        perform(api, accessCalls.account.storageQuota, {}),
        perform(api, accessCalls.account.storageReservations, {}),
      ]);
      return { quota, records: held.records };
    },
  });
  if (storage.isPending) return <TableSkeleton rows={3} />;
  if (storage.isError)
    return <ErrorState text={words(storage.error)} onRetry={() => void storage.refetch()} />;
  const { quota, records } = storage.data;
  const used = format.bytes(quota.used);
  const hint =
    quota.total === null
      ? t('storage.used', { used })
      : t('storage.used_of', { used, total: format.bytes(quota.total) });
  return (
    <Section title={t('storage.title')} hint={hint}>
      {records.length === 0 ? (
        <EmptyState icon={HardDriveUpload} title={t('storage.none')} />
      ) : (
        <>
          <p className={layout.faint}>{t('storage.reserved', { bytes: format.bytes(quota.reserved) })}</p>
          <ul className={layout.list}>
            {records.map(({ user_id, name, uploads, bytes }) => (
              <li key={user_id} className={layout.lineWords}>
                <strong>{name}</strong>
                <span className={layout.faint}>
                  {t('storage.of_person', { count: uploads, bytes: format.bytes(bytes) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
