import type { Crumb } from '@cotejo/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The page above those of this context. */
export function useSettingsCrumb(): readonly Crumb[] {
  const { t } = useTranslation('structure-web');
  const label = t('settings');
  return useMemo(() => [{ label, to: '/configuraciones/' }], [label]);
}
