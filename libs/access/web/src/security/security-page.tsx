import { PageHeader } from '@cotejo/ui';
import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import layout from '../layout/layout.module.css';
import { useCan } from '../session/use-can.ts';
import { AccountHistory } from './account-history.tsx';
import { AddressesForm } from './addresses-form.tsx';
import { LogoForm } from './logo-form.tsx';
import { MailLog } from './mail-log.tsx';
import { PasswordRulesForm } from './password-rules-form.tsx';
import { SecondFactorRule } from './second-factor-rule.tsx';
import { StorageReservations } from './storage-reservations.tsx';

type Tab = 'rules' | 'logo' | 'storage' | 'mail' | 'history';

/** Query parameter with the open tab, and its values. */
const TAB = 'ver';
const ADDRESS: Readonly<Record<Tab, string>> = {
  rules: 'reglas',
  logo: 'logo',
  storage: 'espacio',
  mail: 'correo',
  history: 'historial',
};

/** `/configuraciones/seguridad/`: sign-in settings of the account, logo, storage, mail log and history. */
export function SecurityPage() {
  const { t } = useTranslation('access-web');
  const can = useCan();
  const tabs: readonly Tab[] = [
    ...(can('settings.security') ? (['rules'] as const) : []),
    ...(can('settings.edit') ? (['logo', 'storage'] as const) : []),
    ...(can('mail_log.access') ? (['mail'] as const) : []),
    ...(can('access_history.access') ? (['history'] as const) : []),
  ];
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((each) => ADDRESS[each] === params.get(TAB)) ?? tabs[0];
  // What a tab's list is narrowed to is left behind with it.
  const choose = (to: string | null) => {
    const next = tabs.find((each) => each === to);
    if (next !== undefined) setParams({ [TAB]: ADDRESS[next] }, { replace: true });
  };
  const title = t('security.title');
  return (
    <div className={layout.page}>
      <PageHeader
        title={title}
        breadcrumb={[{ label: t('settings'), to: '/configuraciones/' }, { label: title }]}
      >
        <Tabs value={tab ?? null} onChange={choose} mt={8}>
          <Tabs.List>
            {tabs.map((each) => (
              <Tabs.Tab key={each} value={each} id={`security-tab-${each}`} aria-controls="security-panel">
                {t(`security.tab.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      </PageHeader>
      <div
        className={`${layout.body} ${layout.narrow}`}
        role="tabpanel"
        id="security-panel"
        // A long history has no focusable element: the container is focusable so that arrow keys scroll it.
        tabIndex={0}
        aria-labelledby={`security-tab-${tab ?? ''}`}
      >
        {tab === 'rules' && (
          <>
            <SecondFactorRule />
            <PasswordRulesForm />
            <AddressesForm />
          </>
        )}
        {tab === 'logo' && <LogoForm />}
        {tab === 'storage' && <StorageReservations />}
        {tab === 'mail' && <MailLog />}
        {tab === 'history' && <AccountHistory />}
      </div>
    </div>
  );
}
