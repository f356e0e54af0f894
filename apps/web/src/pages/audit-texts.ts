import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { auditsTranslations } from '@cotejo/audits-web/translations';
import { worksheetsContractsTranslations } from '@cotejo/worksheets-contracts/translations';
import { attachmentsTranslations } from '@cotejo/worksheets-web/translations';

/** Texts of the pages of audits. */
export const AUDIT_TEXTS = [
  auditsTranslations,
  auditsContractsTranslations,
  ...attachmentsTranslations,
  worksheetsContractsTranslations,
];
