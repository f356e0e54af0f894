import { changeSentence, type ChangeRow } from '@cotejo/audits-contracts';
import { useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';

/** Sentence for a change, without its author: "renombró «A» a «B»". */
export function useChangeWords(): (row: ChangeRow) => string {
  const { t, i18n } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  // Contexts with events on the audit's stream register their own texts.
  const namespaces = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {});
  const speech = {
    text: (key: string, words?: Readonly<Record<string, unknown>>): string => t(key, { ...words }),
    namespaceOf: (type: string) => namespaces.find((each) => i18n.exists(`${each}:change.${type}`)) ?? null,
    format,
    nothing: t('past.none'),
  };
  return (row) => changeSentence(row, speech) ?? t('history.other');
}
