import { operationsTranslations } from '@cotejo/operations-web/translations';
import { fromChunk } from '@cotejo/ui';
import { chunkWithTexts } from '../page-texts.ts';

/** Accounts of the product with texts, for product administrators only. */
export const AccountsPage = fromChunk(
  chunkWithTexts([operationsTranslations], () => import('./accounts-chunk.tsx')),
  (chunk) => chunk.AccountsPage,
);
