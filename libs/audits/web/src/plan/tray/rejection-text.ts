import type { Rejection } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';
import { useCallback } from 'react';

/**
 * Returns the text of a refusal: from the rules' catalogue, or from this lib for refusals that occur only in a
 * browser.
 */
export function useRejectionText(): (rejection: Pick<Rejection, 'code' | 'params'>) => string {
  const { t, i18n } = useTranslation(['audits-web', 'audits-contracts']);
  return useCallback(
    ({ code, params }) => {
      const own = [`audits-contracts:errors.${code}`, `audits-web:refusal.${code}`];
      // Contexts with slices on the audit's stream bring refusal texts in their own namespaces.
      const others = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {}).map(
        (namespace) => `${namespace}:errors.${code}`,
      );
      const key = [...own, ...others].find((one) => i18n.exists(one));
      return key === undefined ? t('audits-web:refusal.unknown', { code }) : t(key, { ...params });
    },
    [t, i18n],
  );
}
