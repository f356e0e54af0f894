import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import { PreferenceItems } from './preferences.tsx';

/** Contents of the `PreferencesMenu`; loaded when the menu is first opened. */
export function PreferencesDropdown({
  button,
  isOpened,
}: {
  readonly button: ReactElement;
  readonly isOpened: boolean;
}) {
  return (
    <Menu position="bottom-end" width={200} defaultOpened={isOpened}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <PreferenceItems />
      </Menu.Dropdown>
    </Menu>
  );
}
