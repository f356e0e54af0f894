import { lazy } from 'react';

/** The page that leads to what the person may set, and the account's settings of pages. */
export const SettingsPage = lazy(() =>
  import('./settings-page.tsx').then((page) => ({ default: page.SettingsPage })),
);
export const GeneralSettingsPage = lazy(() =>
  import('./general-settings-page.tsx').then((page) => ({ default: page.GeneralSettingsPage })),
);
