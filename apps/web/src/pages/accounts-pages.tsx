import { createChunk, fromChunk } from '../chunk.tsx';

/** The product's accounts, for its administrators alone; with their texts. */
export const AccountsPage = fromChunk(
  createChunk(() => import('./accounts-chunk.tsx')),
  (chunk) => chunk.AccountsPage,
);
