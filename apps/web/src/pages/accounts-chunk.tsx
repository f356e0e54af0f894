import { addTranslations } from '@cotejo/i18n';
import { AccountsPage as Page, operationsTranslations } from '@cotejo/operations-web';
import { useTranslation } from 'react-i18next';

/** The texts come with the screen, before it is first rendered; adding twice is harmless. */
export function AccountsPage() {
  const { i18n } = useTranslation();
  addTranslations(i18n, [operationsTranslations]);
  return <Page />;
}
