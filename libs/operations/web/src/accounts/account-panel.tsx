import type { AccountRow } from '@cotejo/access-contracts';
import { SidePanel } from '@cotejo/ui';
import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountForm } from './account-form.tsx';
import styles from './accounts.module.css';
import { ConsultantsTab } from './consultants-tab.tsx';
import { SlotsTab } from './slots-tab.tsx';

interface AccountPanelProps {
  readonly account: AccountRow;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

const TABS = ['data', 'slots', 'consultants'] as const;
type Tab = (typeof TABS)[number];
const isTab = (value: string | null): value is Tab => TABS.some((tab) => tab === value);

/** Panel beside the table: the account's data, slots and consultants. */
export function AccountPanel({ account, mayEdit, onClose }: AccountPanelProps) {
  const { t } = useTranslation('operations-web');
  const [tab, setTab] = useState<Tab>('data');
  return (
    <Tabs value={tab} onChange={(value) => isTab(value) && setTab(value)} keepMounted={false}>
      <SidePanel
        opened
        title={account.account_name}
        width={560}
        overline={<span className="code">{account.pkg}</span>}
        onClose={onClose}
        tabs={
          <Tabs.List className={styles.tabs}>
            {TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {t(`account.tab.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Panel value="data">
          <AccountForm account={account} mayEdit={mayEdit} />
        </Tabs.Panel>
        <Tabs.Panel value="slots">
          <SlotsTab account={account} mayEdit={mayEdit} />
        </Tabs.Panel>
        <Tabs.Panel value="consultants">
          <ConsultantsTab account={account} mayEdit={mayEdit} />
        </Tabs.Panel>
      </SidePanel>
    </Tabs>
  );
}
