export { AuditsListPage } from './list/audits-list-page.tsx';
export { OwnActionPlansPage } from './own-plans/own-action-plans-page.tsx';
export { AuditPlanPage, type AuditPlanPageProps } from './plan/audit-plan-page.tsx';
export type { ItemPanels } from './plan/plan-context.ts';
export { auditsTranslations } from './translations.ts';
