export { AuditsListPage } from './list/audits-list-page.tsx';
export { EvaluationsPage } from './evaluations/evaluations-page.tsx';
export { OwnActionPlansPage } from './own-plans/own-action-plans-page.tsx';
export { AuditPlanPage, type AuditPlanPageProps } from './plan/audit-plan-page.tsx';
export { usePlan, type ItemPanels, type PanelBeside } from './plan/plan-context.ts';
export { forgetTrees } from './plan/tree-memory.ts';
export { sendUnsentPlan, unsentPlans, type UnsentPlan } from './session/unsent-plans.ts';
export { TrashPage, type TrashPageProps } from './trash/trash-page.tsx';
export { auditsTranslations } from './translations.ts';
