import { useTranslation } from 'react-i18next';

/** Returns the text of an intent kind: "Renombrar". */
export function useIntentWords(): (kind: string) => string {
  const { t, i18n } = useTranslation('audits-web');
  return (kind) => {
    // Contexts with slices on the audit's stream bring texts in their own namespaces.
    const others = Object.keys(i18n.getDataByLanguage(i18n.language) ?? {}).map(
      (namespace) => `${namespace}:intent.${kind}`,
    );
    const key = [`audits-web:tray.kind.${kind}`, ...others].find((one) => i18n.exists(one));
    return key === undefined ? '' : t(key);
  };
}
