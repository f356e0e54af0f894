import { lazy } from 'react';

/** The screens of audits come with their texts, once somebody who may see them is here. */
const load = () => import('./audit-chunk.tsx');

export const AuditsListPage = lazy(() => load().then((chunk) => ({ default: chunk.AuditsListPage })));
export const AuditPlanPage = lazy(() => load().then((chunk) => ({ default: chunk.AuditPlanPage })));
