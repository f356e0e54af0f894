import { useSession } from '@cotejo/access-web';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPage } from './error-page.tsx';
import styles from './unauthorized-ip-page.module.css';

/**
 * The account refuses this address; signing in again would not help, so nothing leads there but the wish to be
 * somebody else.
 */
export function UnauthorizedIpPage() {
  const { t } = useTranslation('web');
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const retry = async () => {
    setAsking(true);
    // Refused again, the page stays.
    await session.refresh().catch(() => undefined);
    setAsking(false);
  };
  return (
    <main className={styles.whole}>
      <ErrorPage code="unauthorized_ip" />
      <div className={styles.ways}>
        <Button loading={isAsking} onClick={() => void retry()}>
          {t('page_error.retry')}
        </Button>
        <Button variant="default" onClick={() => void session.signOut()}>
          {t('page_error.sign_out')}
        </Button>
      </div>
    </main>
  );
}
