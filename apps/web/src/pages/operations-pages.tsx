import { createChunk, fromChunk } from '../chunk.tsx';

/** What product administrators alone see, with its texts. */
export const LogStatusPage = fromChunk(
  createChunk(() => import('./operations-chunk.tsx')),
  (chunk) => chunk.LogStatusPage,
);
