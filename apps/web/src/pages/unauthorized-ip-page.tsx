import { useSession } from '@cotejo/access-web';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPage } from './error-page.tsx';
import styles from './unauthorized-ip-page.module.css';

/**
 * Shown when the account refuses the IP address; signing in again would not help, so the page offers only a
 * retry and signing in as another user.
 */
export function UnauthorizedIpPage() {
  const { t } = useTranslation('web');
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const retry = async () => {
    setAsking(true);
    // If refused again, this page stays.
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
