import type { Principal } from '@cotejo/access-contracts';
import type { ownPlanCalls, summaryCalls } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { admitToAudit } from '../policy/admit-to-audit.ts';
import { readPlan } from '../read/read-plan.ts';
import { readSummary } from '../read/read-summary.ts';
import { readProgress } from '../read-models/reads/read-progress.ts';
import { readOwnPlans } from '../read-models/reads/read-own-plans.ts';
import { toOwnActionPlanRow } from '../wire/audit-mapping.ts';
import { toTreeConfigs } from '../wire/figure-mapping.ts';

/** Handlers of a record's summary and of the settings needed to show its figures. */
export function summaryHandlers(services: AuditsServices): Handlers<typeof summaryCalls, Principal> {
  return {
    summary: async ({ principal, params: { model, id } }) => {
      const record = await admitToAudit(services.db, principal, id, 'plan.access', model);
      return readSummary(services, principal, record);
    },
    progress: async ({ principal, params: { model, id } }) => {
      const { accountId } = await admitToAudit(services.db, principal, id, 'plan.access', model);
      const points = await readProgress(services.db, accountId, id);
      return points.map(({ day, progress }) => ({ dia: day, progreso: progress }));
    },
    configs: async ({ principal, params: { model, id } }) => {
      const record = await admitToAudit(services.db, principal, id, 'plan.access', model);
      const { view } = await readPlan(services, principal, record, []);
      return toTreeConfigs(view);
    },
  };
}

/** Handlers of action plans for their owners. */
export const ownPlanHandlers = ({ db }: AuditsServices): Handlers<typeof ownPlanCalls, Principal> => ({
  own: async ({ principal }) => (await readOwnPlans(db, principal)).map(toOwnActionPlanRow),
});
