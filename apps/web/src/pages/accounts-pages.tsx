import { lazy } from 'react';

/** The product's accounts, for its administrators alone; with their texts. */
export const AccountsPage = lazy(() =>
  import('./accounts-chunk.tsx').then((chunk) => ({ default: chunk.AccountsPage })),
);
