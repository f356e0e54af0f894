import { changeSentence, type ChangeRow } from '@cotejo/audits-contracts';
import { useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';

/** The sentence of a change, without its author: "renombró «A» a «B»". */
export function useChangeWords(): (row: ChangeRow) => string {
  const { t, i18n } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  // Contexts that live on the audit's stream bring the words of their own changes.
  const namespaces = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {});
  const speech = {
    text: (key: string, words?: Readonly<Record<string, unknown>>): string => t(key, { ...words }),
    namespaceOf: (type: string) => namespaces.find((each) => i18n.exists(`${each}:change.${type}`)) ?? null,
    format,
    nothing: t('past.none'),
  };
  return (row) => changeSentence(row, speech) ?? t('history.other', { type: row.type });
}
