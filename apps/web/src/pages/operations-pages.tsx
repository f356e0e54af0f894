import { lazy } from 'react';

/** What product administrators alone see, with its texts. */
export const LogStatusPage = lazy(() =>
  import('./operations-chunk.tsx').then((chunk) => ({ default: chunk.LogStatusPage })),
);
