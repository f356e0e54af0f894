import type { UserDetail } from '@cotejo/access-contracts';
import { SidePanel, StatusDot } from '@cotejo/ui';
import { Tabs } from '@mantine/core';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { useCan } from '../session/use-can.ts';
import { EditUserForm } from './edit-user-form.tsx';
import type { PersonEdits } from './person-form.ts';
import { personState, STATE_TONE } from './person-state.ts';
import { useNow } from './use-now.ts';
import { UserAccess } from './user-access.tsx';
import { UserHistory } from './user-history.tsx';
import { UserSessions } from './user-sessions.tsx';

export interface UserPanelProps {
  readonly person: UserDetail;
  readonly edited: PersonEdits;
  readonly onEdited: Dispatch<SetStateAction<PersonEdits>>;
  readonly onClose: () => void;
}

type Tab = 'data' | 'access' | 'sessions' | 'history';

/** Panel of one user beside the list: data, access, sessions and history. */
export function UserPanel({ person, edited, onEdited, onClose }: UserPanelProps) {
  const { t } = useTranslation('access-web');
  const can = useCan();
  const [tab, setTab] = useState<string>('data');
  const state = personState(person, useNow());
  const tabs: readonly Tab[] = [
    'data',
    'access',
    ...(can('users.security') ? (['sessions'] as const) : []),
    ...(can('access_history.access') ? (['history'] as const) : []),
  ];
  return (
    <SidePanel
      opened
      width={480}
      title={person.forgotten ? t('users.forgotten_name') : `${person.first_name} ${person.last_name}`}
      overline={<StatusDot tone={STATE_TONE[state]} label={t(`state.${state}`)} strong />}
      onClose={onClose}
      tabs={
        <Tabs value={tab} onChange={(chosen) => chosen !== null && setTab(chosen)}>
          <Tabs.List>
            {tabs.map((each) => (
              <Tabs.Tab key={each} value={each} id={`user-tab-${each}`} aria-controls="user-tab-panel">
                {t(`users.tab.${each}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      }
    >
      <div
        className={layout.panel}
        role="tabpanel"
        tabIndex={0}
        id="user-tab-panel"
        aria-labelledby={`user-tab-${tab}`}
      >
        {tab === 'data' && <EditUserForm person={person} edited={edited} onEdited={onEdited} />}
        {tab === 'access' && <UserAccess person={person} />}
        {tab === 'sessions' && <UserSessions person={person} />}
        {tab === 'history' && <UserHistory id={person.id} />}
      </div>
    </SidePanel>
  );
}
