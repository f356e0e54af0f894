import { createChunk, fromChunk } from '../chunk.tsx';

/** The page that leads to what the person may set, and the account's settings of pages. */
export const SettingsPage = fromChunk(
  createChunk(() => import('./settings-page.tsx')),
  (page) => page.SettingsPage,
);
export const GeneralSettingsPage = fromChunk(
  createChunk(() => import('./general-settings-page.tsx')),
  (page) => page.GeneralSettingsPage,
);
