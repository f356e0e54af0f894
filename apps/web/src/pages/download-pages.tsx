import { createChunk, fromChunk } from '@cotejo/ui';
/** Loaded on the first download. */
export const DownloadPage = fromChunk(
  createChunk(() => import('../downloads/download-page.tsx')),
  (chunk) => chunk.DownloadPage,
);
