import { changeVariant, type ChangeRow } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';

/** The sentence of a change, without its author: "renombró «A» a «B»". */
export function useChangeWords(): (row: ChangeRow) => string {
  const { t, i18n } = useTranslation('audits-contracts');
  return (row) => {
    const words: Record<string, unknown> = { ...row.detail };
    for (const [name, code] of Object.entries(row.detail)) {
      if (typeof code !== 'string') continue;
      if (name === 'auditStatus' || name === 'auditStatusFrom')
        words[name] = t(`audits-contracts:auditStatus.${code}`);
      else if (name === 'itemType') words[name] = t(`audits-contracts:itemType.${code}`);
      else if (name === 'teamRole') words[name] = t(`audits-contracts:teamRole.${code}`);
      else if (row.type === 'ItemStatusChanged') words[name] = t(`audits-contracts:status.${code}`);
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
