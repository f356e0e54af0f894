import { PageHeader } from '@cotejo/ui';
import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  const [chosen, setChosen] = useState<string | null>(null);
  const tab = tabs.find((each) => each === chosen) ?? tabs[0];
  const title = t('security.title');
  return (
    <div className={layout.page}>
      <PageHeader
        title={title}
        breadcrumb={[{ label: t('settings'), to: '/configuraciones/' }, { label: title }]}
      >
        <Tabs value={tab ?? null} onChange={setChosen} mt={8}>
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
