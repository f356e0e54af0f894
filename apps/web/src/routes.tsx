import { createBrowserRouter, type RouteObject } from 'react-router';
import { ResetPasswordRoute } from './pages/access-pages.tsx';
import {
  AuditPlanPage,
  CreateAuditPage,
  EvaluationsPage,
  HomePage,
  TimePage,
  TrashPage,
} from './pages/audit-pages.tsx';
import { GeneralSettingsPage, SettingsPage } from './pages/settings-pages.tsx';
import { DOWNLOADS } from './downloads/download-kinds.ts';
import { CONTEXT_ROUTES, ProfileRoute } from './pages/context-pages.tsx';
import { DownloadPage } from './pages/download-pages.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { SignedInArea } from './pages/signed-in-area.tsx';
import { SignInRoute } from './pages/sign-in-route.tsx';
import type { PageFlags } from './shell/page-flags.ts';
import { PROFILE_PATH, RESET_PATH } from './shell/paths.ts';
import { Root } from './shell/root.tsx';
import { SETTINGS_PERMISSIONS } from './shell/settings-sections.ts';

const flags = (handle: PageFlags) => ({ handle });

/** All routes of the product; the specification names the paths. */
export const ROUTES: readonly RouteObject[] = [
  {
    element: <Root />,
    children: [
      { path: '/login/', element: <SignInRoute /> },
      { path: RESET_PATH, element: <ResetPasswordRoute /> },
      {
        element: <SignedInArea />,
        children: [
          {
            path: '/',
            element: <HomePage />,
            ...flags({ title: 'home', anyOf: ['audits.access'], owners: true }),
          },
          {
            path: '/auditorias/plan/',
            element: <AuditPlanPage />,
            ...flags({ title: 'audit', anyOf: ['plan.access'] }),
          },
          {
            path: '/auditorias/nueva/',
            element: <CreateAuditPage />,
            ...flags({ title: 'audit', anyOf: ['audits.add'] }),
          },
          {
            path: '/auditorias/horas/',
            element: <TimePage />,
            ...flags({ title: 'time', anyOf: ['plan.access'] }),
          },
          {
            path: '/auditorias/papelera/',
            element: <TrashPage />,
            ...flags({ title: 'trash', anyOf: ['trashbin.access'] }),
          },
          {
            path: '/evaluacion-analisis-de-riesgos/',
            element: <EvaluationsPage />,
            ...flags({ title: 'risk_evaluations', anyOf: ['pyr_evaluacion.access'] }),
          },
          {
            path: '/evaluacion-analisis-de-riesgos/evaluacion/',
            element: <AuditPlanPage />,
            ...flags({ title: 'risk_evaluations', anyOf: ['plan.access'] }),
          },
          {
            path: PROFILE_PATH,
            element: <ProfileRoute />,
            ...flags({ title: 'profile' }),
          },
          {
            path: '/configuraciones/',
            element: <SettingsPage />,
            ...flags({ title: 'settings', anyOf: SETTINGS_PERMISSIONS }),
          },
          {
            path: '/configuraciones/general/',
            element: <GeneralSettingsPage />,
            ...flags({ title: 'general', anyOf: ['settings.edit'] }),
          },
          ...DOWNLOADS.map((kind) => ({
            path: kind.path,
            element: <DownloadPage kind={kind} />,
            ...flags({ title: 'download', layout: 'bare', ...(kind.anyOf && { anyOf: kind.anyOf }) }),
          })),
          ...CONTEXT_ROUTES,
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];

export const createRouter = () => createBrowserRouter([...ROUTES]);
