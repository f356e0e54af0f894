import { createChunk, useChunk } from '@cotejo/ui';
import { ActionIcon } from '@mantine/core';
import { Settings2 } from 'lucide-react';
import { cloneElement, useState } from 'react';
import { useTranslation } from 'react-i18next';

const dropdown = createChunk(() => import('./preferences-dropdown.tsx'));

/** Theme and language on pages without a signed-in user. */
export function PreferencesMenu() {
  const { t } = useTranslation('web');
  const loaded = useChunk(dropdown);
  // Clicked before the menu was loaded, it opens as soon as it is.
  const [isAsked, setAsked] = useState(false);
  const button = (
    <ActionIcon size={32} aria-label={t('user.preferences')} aria-haspopup="menu">
      <Settings2 size={16} aria-hidden />
    </ActionIcon>
  );
  if (loaded) return <loaded.PreferencesDropdown button={button} isOpened={isAsked} />;
  return cloneElement(button, { onClick: () => setAsked(true) });
}
