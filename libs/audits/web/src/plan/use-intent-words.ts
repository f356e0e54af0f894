import { useTranslation } from 'react-i18next';

/** What a kind of intent asks, in words: "Renombrar". */
export function useIntentWords(): (kind: string) => string {
  const { t, i18n } = useTranslation('audits-web');
  return (kind) => {
    // Contexts that live on the audit's stream bring the words of their own.
    const others = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {}).map(
      (namespace) => `${namespace}:intent.${kind}`,
    );
    const key = [`audits-web:tray.kind.${kind}`, ...others].find((one) => i18n.exists(one));
    return key === undefined ? '' : t(key);
  };
}
