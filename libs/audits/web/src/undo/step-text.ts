import { valueLabelKey } from '@cotejo/audits-contracts';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepWords } from '../session/step-words.ts';

/** Characters of a name within a sentence. */
const MOST_LETTERS = 60;

/** Returns what a command did as part of a sentence: «cambiar el nombre de R-003». */
export function useStepText(): (words: StepWords) => string {
  const { t, i18n } = useTranslation(['audits-web', 'audits-contracts']);
  return useCallback(
    ({ kind, name: whole, count, value }) => {
      const name = whole.length > MOST_LETTERS ? `${whole.slice(0, MOST_LETTERS).trimEnd()}…` : whole;
      if (value) {
        const label = t(valueLabelKey(value.type, value.key));
        const field = label.charAt(0).toLocaleUpperCase() + label.slice(1);
        return t('audits-web:undo.value', { field, name });
      }
      const key = `audits-web:undo.what.${kind}`;
      return t(i18n.exists(key, { count }) ? key : 'audits-web:undo.what.batch', { count, name });
    },
    [t, i18n],
  );
}
