import { annualPlanErrors, plannedAuditErrors } from '@cotejo/planning-contracts';
import { annualPlanRules, plannedAuditRules } from '@cotejo/planning-domain';
import { serve, serverContext } from '@cotejo/record/server';
import { demoPlanning } from './demo-planning.ts';

export const planningContext = serverContext('planning', {
  records: [
    serve(annualPlanRules, { errors: annualPlanErrors, since: 1_795_000_000_000, version: 1 }),
    serve(plannedAuditRules, { errors: plannedAuditErrors, since: 1_795_000_001_000, version: 1 }),
  ],
  demo: demoPlanning,
});
