import type { Rejection } from '@cotejo/audits-contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useRejectionText } from '../plan/rejection-text.ts';

/** Why a mark was refused: part by part where the rules tell them, in the words of whoever made the rule. */
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
