import { createChunk, fromChunk } from '../chunk.tsx';

/** Comes with the first file that somebody downloads. */
export const DownloadPage = fromChunk(
  createChunk(() => import('../downloads/download-page.tsx')),
  (chunk) => chunk.DownloadPage,
);
