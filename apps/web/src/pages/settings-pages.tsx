import { createChunk, fromChunk } from '@cotejo/ui';
/** Index of settings, and the account's page settings. */
export const SettingsPage = fromChunk(
  createChunk(() => import('./settings-page.tsx')),
  (page) => page.SettingsPage,
);
export const GeneralSettingsPage = fromChunk(
  createChunk(() => import('./general-settings-page.tsx')),
  (page) => page.GeneralSettingsPage,
);
