import { sessionAtom } from '@cotejo/access-web';
import { CrashReporterProvider, ErrorBoundary, showFlashes, useBrowserTitle } from '@cotejo/ui';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { useCrashReporter } from '../crash-report.ts';
import { UnauthorizedIpPage } from '../pages/unauthorized-ip-page.tsx';
import { usePageFlags } from './page-flags.ts';
import { useShellSettings } from './shell-settings.ts';
import { useBrowserNotice } from './unsupported-browser.ts';

/** Wraps every page: document title, messages left by the previous page, and the crash handler. */
export function Root() {
  const { t } = useTranslation('web');
  const { title } = usePageFlags();
  const { development } = useShellSettings();
  const { pathname } = useLocation();
  const { status } = useAtomValue(sessionAtom);
  useBrowserTitle({
    product: t('product'),
    marker: development ? t('development') : null,
    fallback: title === undefined ? null : t(title.includes(':') ? title : `titles.${title}`),
  });
  useBrowserNotice();
  return (
    <CrashReporterProvider value={useCrashReporter()}>
      <Flashes key={pathname} />
      <ErrorBoundary>{status === 'unauthorized-ip' ? <UnauthorizedIpPage /> : <Outlet />}</ErrorBoundary>
    </CrashReporterProvider>
  );
}

/** Shows messages left by the previous page; remounted for each path. */
function Flashes() {
  useEffect(() => showFlashes(localStorage), []);
  return null;
}
