import { sessionAtom } from '@cotejo/access-web';
import { ErrorBoundary, useBrowserTitle } from '@cotejo/ui';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, Outlet } from 'react-router';
import { AuditPlanPage, EvaluationsPage, HomePage, TrashPage } from './pages/audit-pages.tsx';
import { LogStatusPage } from './pages/operations-pages.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { SignedInArea } from './pages/signed-in-area.tsx';
import { SignInRoute } from './pages/sign-in-route.tsx';
import { UnauthorizedIpPage } from './pages/unauthorized-ip-page.tsx';

function Root() {
  const { t } = useTranslation('web');
  useBrowserTitle(t('product'));
  const { status } = useAtomValue(sessionAtom);
  return <ErrorBoundary>{status === 'unauthorized-ip' ? <UnauthorizedIpPage /> : <Outlet />}</ErrorBoundary>;
}

/** Every address of the product; the specification names the paths. */
export const createRouter = () =>
  createBrowserRouter([
    {
      element: <Root />,
      children: [
        { path: '/login/', element: <SignInRoute /> },
        {
          element: <SignedInArea />,
          children: [
            { path: '/', element: <HomePage /> },
            { path: '/auditorias/plan/', element: <AuditPlanPage /> },
            { path: '/auditorias/papelera/', element: <TrashPage /> },
            { path: '/evaluacion-analisis-de-riesgos/', element: <EvaluationsPage /> },
            { path: '/evaluacion-analisis-de-riesgos/evaluacion/', element: <AuditPlanPage /> },
            { path: '/abadmin/', element: <LogStatusPage /> },
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ]);
