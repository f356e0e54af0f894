import { roleKey, roleOfKey, type RoleRow } from '@cotejo/access-contracts';
import { isBuiltInName } from '@cotejo/access-domain';
import { supportedLanguages } from '@cotejo/i18n';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns the display name of a role; names of built-in roles are translated. */
export function useRoleName(): (role: Pick<RoleRow, 'propio' | 'nombre' | 'key'>) => string {
  const { t } = useTranslation('access-web');
  return useCallback(({ propio, nombre, key }) => (propio ? nombre : t(`role.${roleOfKey(key)}`)), [t]);
}

/** Whether a name is that of a built-in role in any language. */
export function useIsBuiltInName(): (name: string) => boolean {
  const { i18n } = useTranslation('access-web');
  return useCallback(
    (name) =>
      isBuiltInName(
        name,
        supportedLanguages.flatMap((language) => {
          const t = i18n.getFixedT(language, 'access-web');
          return roleKey.options.map((key) => t(`role.${roleOfKey(key)}`));
        }),
      ),
    [i18n],
  );
}
