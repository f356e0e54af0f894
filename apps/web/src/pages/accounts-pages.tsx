import { createChunk, fromChunk } from '@cotejo/ui';
/** Accounts of the product with texts, for product administrators only. */
export const AccountsPage = fromChunk(
  createChunk(() => import('./accounts-chunk.tsx')),
  (chunk) => chunk.AccountsPage,
);
