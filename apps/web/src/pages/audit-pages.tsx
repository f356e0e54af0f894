import { createChunk, fromChunk, useWhenIdle } from '@cotejo/ui';
import type { ComponentType } from 'react';

const home = createChunk(() => import('./home-chunk.tsx'));
const plan = createChunk(() => import('./plan-chunk.tsx'));

/** Preloads the chunk of a page in parallel with its data; pages that are no usual entry points load on demand. */
export const loadPageAhead = (path: string): Promise<unknown> =>
  path === '/' ? home.load() : PLANS.has(path) ? plan.load() : Promise.resolve();
const PLANS: ReadonlySet<string> = new Set([
  '/auditorias/plan/',
  '/evaluacion-analisis-de-riesgos/evaluacion/',
]);

/** Preloads the plan's code from a list, because a plan is usually opened next. */
const leadingToPlan = (Page: ComponentType): ComponentType =>
  function LeadingToPlan() {
    useWhenIdle(plan.load);
    return <Page />;
  };

export const AuditPlanPage = fromChunk(plan, (chunk) => chunk.AuditPlanPage);
export const HomePage = leadingToPlan(fromChunk(home, (chunk) => chunk.HomePage));
export const EvaluationsPage = leadingToPlan(
  fromChunk(
    createChunk(() => import('./evaluations-chunk.tsx')),
    (chunk) => chunk.EvaluationsPage,
  ),
);
export const TimePage = fromChunk(
  createChunk(() => import('./time-chunk.tsx')),
  (chunk) => chunk.TimePage,
);
export const TrashPage = fromChunk(
  createChunk(() => import('./trash-chunk.tsx')),
  (chunk) => chunk.TrashPage,
);
