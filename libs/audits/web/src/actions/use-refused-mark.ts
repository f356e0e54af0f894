import type { Rejection } from '@cotejo/audits-contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useRejectionText } from '../plan/tray/rejection-text.ts';

/** Text for a refused mark; missing parts are listed in the wording of the context whose rule refused. */
export function useRefusedMark(): (rejection: Pick<Rejection, 'code' | 'params'>) => string {
  const words = useRejectionText();
  const { t } = useTranslation('worksheets-contracts');
  return useCallback(
    (rejection) => {
      const missing = rejection.params?.['missing'];
      if (rejection.code !== 'test_incomplete' || typeof missing !== 'string') return words(rejection);
      return missing
        .split(',')
        .map((what) => t(`missing.${what}`, { count: Number(rejection.params?.[what]) }))
        .join('. ');
    },
    [words, t],
  );
}
