import type { Rejection } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';
import { useCallback } from 'react';

/** Says a refusal in words: the rules' own catalogue, and the few that only a browser can meet. */
export function useRejectionText(): (rejection: Pick<Rejection, 'code' | 'params'>) => string {
  const { t, i18n } = useTranslation(['audits-web', 'audits-contracts']);
  return useCallback(
    ({ code, params }) => {
      const own = [`audits-contracts:errors.${code}`, `audits-web:refusal.${code}`];
      // Contexts that live on the audit's stream refuse in words of their own.
      const others = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {}).map(
        (namespace) => `${namespace}:errors.${code}`,
      );
      const key = [...own, ...others].find((one) => i18n.exists(one));
      return key === undefined ? t('audits-web:refusal.unknown', { code }) : t(key, { ...params });
    },
    [t, i18n],
  );
}
