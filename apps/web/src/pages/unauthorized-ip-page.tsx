import { ErrorState, usePageTitle } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';

/** The account refuses this address; signing in again would not help. */
export function UnauthorizedIpPage() {
  const { t } = useTranslation('access-web');
  usePageTitle(t('ip.title'));
  return (
    <main>
      <ErrorState wholePage title={t('ip.title')} text={t('ip.text')} code="unauthorized_ip" />
    </main>
  );
}
