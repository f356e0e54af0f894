import { notify } from '@cotejo/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuditSession } from '../audit-session-provider.tsx';

/** Shows a toast when an action exceeds one batch and is sent in several. */
export function useBatchNotice(): void {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  useEffect(
    () => session.onParts((count) => notify.info(t('plan.in_parts', { count }), { id: 'in-parts' })),
    [session, t],
  );
}
