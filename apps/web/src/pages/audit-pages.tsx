import { lazy } from 'react';

/** The screens of audits come with their texts, once somebody is signed in. */
export const loadAuditPages = () => import('./audit-chunk.tsx');

export const HomePage = lazy(() => loadAuditPages().then((chunk) => ({ default: chunk.HomePage })));
export const AuditPlanPage = lazy(() => loadAuditPages().then((chunk) => ({ default: chunk.AuditPlanPage })));
export const TrashPage = lazy(() => loadAuditPages().then((chunk) => ({ default: chunk.TrashPage })));
export const EvaluationsPage = lazy(() =>
  loadAuditPages().then((chunk) => ({ default: chunk.EvaluationsPage })),
);
