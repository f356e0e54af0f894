import type { Principal } from '@cotejo/access-contracts';
import { controllerOf } from '@cotejo/http/server';
import { annualPlanErrors, planCapacityCalls, plannedAuditErrors } from '@cotejo/planning-contracts';
import { annualPlanRules, plannedAuditRules } from '@cotejo/planning-domain';
import { serve, serverContext } from '@cotejo/record/server';
import { demoPlanning } from './demo-planning.ts';
import { planCapacityHandlers } from './read-plan-capacity.ts';

export const planningContext = serverContext<Principal>('planning', {
  records: [
    serve(annualPlanRules, { errors: annualPlanErrors, since: 1_795_000_000_000, version: 1 }),
    serve(plannedAuditRules, {
      errors: plannedAuditErrors,
      since: 1_795_000_001_000,
      added: [{ since: 1_795_400_000_000, fields: ['movedFrom'] }],
      version: 2,
    }),
  ],
  calls: (ground) => [controllerOf('PlanCapacity', planCapacityCalls, planCapacityHandlers(ground))],
  demo: demoPlanning,
});
