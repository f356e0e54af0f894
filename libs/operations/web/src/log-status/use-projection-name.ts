import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Words for a projection's name; the name itself for a projection of another version of the product. */
export function useProjectionName(): (name: string) => string {
  const { t, i18n } = useTranslation('operations-web');
  return useCallback(
    (name) => (i18n.exists(`operations-web:projection.${name}`) ? t(`projection.${name}`) : name),
    [t, i18n],
  );
}
