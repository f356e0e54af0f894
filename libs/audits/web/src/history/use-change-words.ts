import { changeVariant, type ChangeRow } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';

/** Which vocabulary puts a detail of a change into words, by its name. */
const VOCABULARY: Readonly<Record<string, string>> = {
  auditStatus: 'auditStatus',
  auditStatusFrom: 'auditStatus',
  itemType: 'itemType',
  status: 'status',
  teamRole: 'teamRole',
};

/** The sentence of a change, without its author: "renombró «A» a «B»". */
export function useChangeWords(): (row: ChangeRow) => string {
  const { t, i18n } = useTranslation('audits-contracts');
  return (row) => {
    const words: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(row.detail)) {
      const isStatus = row.type === 'ItemStatusChanged' && (name === 'from' || name === 'to');
      const vocabulary = isStatus ? 'status' : VOCABULARY[name];
      const key = `audits-contracts:${vocabulary}.${value}`;
      words[name] = vocabulary !== undefined && i18n.exists(key) ? t(key) : value;
    }
    // Contexts that live on the audit's stream bring the words of their own changes.
    const namespace = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {}).find((each) =>
      i18n.exists(`${each}:change.${row.type}`),
    );
    if (namespace === undefined) return t('audits-web:history.other', { type: row.type });
    const context = changeVariant(row);
    return t(`${namespace}:change.${row.type}`, { ...words, ...(context === undefined ? {} : { context }) });
  };
}
