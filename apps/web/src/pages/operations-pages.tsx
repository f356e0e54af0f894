import { createChunk, fromChunk } from '@cotejo/ui';
/** Page for product administrators only, with its texts. */
export const LogStatusPage = fromChunk(
  createChunk(() => import('./operations-chunk.tsx')),
  (chunk) => chunk.LogStatusPage,
);
