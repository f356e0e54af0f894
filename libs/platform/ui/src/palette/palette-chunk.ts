import { createChunk } from '../components/chunk.tsx';

/** Dialogs of the palette and of the keys help: loaded together when the browser is idle. */
export const paletteChunk = createChunk(() => import('./palette-parts.ts'));
