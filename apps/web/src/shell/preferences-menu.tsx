import { ActionIcon, Menu } from '@mantine/core';
import { Settings2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PreferenceItems } from './preferences.tsx';

/** Theme and language on pages without a signed-in user. */
export function PreferencesMenu() {
  const { t } = useTranslation('web');
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size={32} aria-label={t('user.preferences')}>
          <Settings2 size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <PreferenceItems />
      </Menu.Dropdown>
    </Menu>
  );
}
