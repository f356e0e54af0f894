import { operationsTranslations } from '@cotejo/operations-web/translations';
import { fromChunk } from '@cotejo/ui';
import { chunkWithTexts } from '../page-texts.ts';

/** Page for product administrators only, with its texts. */
export const LogStatusPage = fromChunk(
  chunkWithTexts([operationsTranslations], () => import('./operations-chunk.tsx')),
  (chunk) => chunk.LogStatusPage,
);
