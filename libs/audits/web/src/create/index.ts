export { CreateAuditPage } from './create-audit-page.tsx';
export type { PlannedAudits, PlannedFacts } from './planned-facts.ts';
