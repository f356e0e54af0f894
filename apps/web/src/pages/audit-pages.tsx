import { lazy } from 'react';

/** The screens of audits come with their texts, once somebody is signed in. */
const load = () => import('./audit-chunk.tsx');

export const HomePage = lazy(() => load().then((chunk) => ({ default: chunk.HomePage })));
export const AuditPlanPage = lazy(() => load().then((chunk) => ({ default: chunk.AuditPlanPage })));
export const TrashPage = lazy(() => load().then((chunk) => ({ default: chunk.TrashPage })));
export const EvaluationsPage = lazy(() => load().then((chunk) => ({ default: chunk.EvaluationsPage })));
