import { fromChunk, useWhenIdle, type Chunk, type ReadAhead } from '@cotejo/ui';
import type { ComponentType } from 'react';
import { chunkWithTexts } from '../page-texts.ts';
import { createAuditTranslations } from '@cotejo/audits-web/create/words';
import { AUDIT_TEXTS } from './audit-texts.ts';

const home = chunkWithTexts(AUDIT_TEXTS, () => import('./home-chunk.tsx'));
const plan = chunkWithTexts(AUDIT_TEXTS, () => import('./plan-chunk.tsx'));
const evaluations = chunkWithTexts(AUDIT_TEXTS, () => import('./evaluations-chunk.tsx'));

/** Pages of the menu by their path. */
export const AUDIT_PAGES = new Map<string, Chunk<{ readonly readAhead?: ReadAhead }>>([
  ['/', home],
  ['/evaluacion-analisis-de-riesgos/', evaluations],
]);

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
export const EvaluationsPage = leadingToPlan(fromChunk(evaluations, (chunk) => chunk.EvaluationsPage));
export const TimePage = fromChunk(
  chunkWithTexts(AUDIT_TEXTS, () => import('./time-chunk.tsx')),
  (chunk) => chunk.TimePage,
);
export const TrashPage = fromChunk(
  chunkWithTexts(AUDIT_TEXTS, () => import('./trash-chunk.tsx')),
  (chunk) => chunk.TrashPage,
);
export const CreateAuditPage = fromChunk(
  chunkWithTexts([...AUDIT_TEXTS, createAuditTranslations], () => import('./create-audit-chunk.tsx')),
  (chunk) => chunk.CreateAuditPage,
);
