import type { Rejection } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';
import { useCallback } from 'react';

/** Says a refusal in words: the rules' own catalogue, and the few that only a browser can meet. */
export function useRejectionText(): (rejection: Pick<Rejection, 'code' | 'params'>) => string {
  const { t, i18n } = useTranslation(['audits-web', 'audits-contracts']);
  return useCallback(
    ({ code, params }) => {
      const key = [`audits-contracts:errors.${code}`, `audits-web:refusal.${code}`].find((one) =>
        i18n.exists(one),
      );
      return key === undefined ? t('audits-web:refusal.unknown', { code }) : t(key, { ...params });
    },
    [t, i18n],
  );
}
