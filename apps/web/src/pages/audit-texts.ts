import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { auditsTranslations } from '@cotejo/audits-web';
import { addTranslations } from '@cotejo/i18n';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { attachmentsTranslations } from '@cotejo/worksheets-web';
import { useTranslation } from 'react-i18next';

const texts = [
  auditsTranslations,
  auditsContractsTranslations,
  ...attachmentsTranslations,
  worksheetsContractsTranslations,
];

/** Adds the texts of audits before the first render; adding twice is harmless. */
export function useAuditTexts(): void {
  const { i18n } = useTranslation();
  addTranslations(i18n, texts);
}
