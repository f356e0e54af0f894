import { createChunk, fromChunk } from '../chunk.tsx';

/** The screens of audits come with their texts, once somebody is signed in. */
export const auditPages = createChunk(() => import('./audit-chunk.tsx'));

export const HomePage = fromChunk(auditPages, (chunk) => chunk.HomePage);
export const AuditPlanPage = fromChunk(auditPages, (chunk) => chunk.AuditPlanPage);
export const TrashPage = fromChunk(auditPages, (chunk) => chunk.TrashPage);
export const EvaluationsPage = fromChunk(auditPages, (chunk) => chunk.EvaluationsPage);
