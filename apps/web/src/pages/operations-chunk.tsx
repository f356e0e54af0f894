import { addTranslations } from '@cotejo/i18n';
import { LogStatusPage as Page, operationsTranslations } from '@cotejo/operations-web';
import { useTranslation } from 'react-i18next';

/** Adds the texts before the first render; adding twice is harmless. */
export function LogStatusPage() {
  const { i18n } = useTranslation();
  addTranslations(i18n, [operationsTranslations]);
  return <Page />;
}
