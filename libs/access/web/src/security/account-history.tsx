import { accessCalls } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { Section } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { HistoryList } from '../history/history-list.tsx';
import { useSession } from '../session/use-session.ts';

/** History of the account's access: settings, roles and slots. */
export function AccountHistory() {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const history = useQuery({
    queryKey: ['access', 'history'],
    queryFn: () => perform(api, accessCalls.account.history, {}),
  });
  return (
    <Section title={t('history.title')} hint={t('history.hint')}>
      <HistoryList history={history} />
    </Section>
  );
}
