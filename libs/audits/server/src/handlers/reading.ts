import type { Principal } from '@cotejo/access-contracts';
import type { ownPlanCalls, summaryCalls } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { admitToAudit } from '../policy/admit-to-audit.ts';
import { readPlan } from '../read/read-plan.ts';
import { readSummary } from '../read/read-summary.ts';
import { readOwnPlans } from '../read-models/read-own-plans.ts';
import { toOwnActionPlanRow } from '../wire/audit-mapping.ts';
import { toTreeConfigs } from '../wire/figure-mapping.ts';

/** Figures of a record, and what it takes to show them. */
export function summaryHandlers(services: AuditsServices): Handlers<typeof summaryCalls, Principal> {
  return {
    summary: async ({ principal, params: { model, id } }) => {
      const record = await admitToAudit(services.db, principal, id, 'plan.access', model);
      return readSummary(services, principal, record);
    },
    configs: async ({ principal, params: { model, id } }) => {
      const record = await admitToAudit(services.db, principal, id, 'plan.access', model);
      const { view } = await readPlan(services, principal, record, []);
      return toTreeConfigs(view);
    },
  };
}

/** Action plans for the audited. */
export const ownPlanHandlers = ({ db }: AuditsServices): Handlers<typeof ownPlanCalls, Principal> => ({
  own: async ({ principal }) => (await readOwnPlans(db, principal)).map(toOwnActionPlanRow),
});
