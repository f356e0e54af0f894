import { roleOfKey, type RoleRow } from '@cotejo/access-contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** What a role is called: built-in ones by the words of the reader's language. */
export function useRoleName(): (role: Pick<RoleRow, 'propio' | 'nombre' | 'key'>) => string {
  const { t } = useTranslation('access-web');
  return useCallback(({ propio, nombre, key }) => (propio ? nombre : t(`role.${roleOfKey(key)}`)), [t]);
}
