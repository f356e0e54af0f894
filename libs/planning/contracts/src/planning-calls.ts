import { callsOf, errorsOf, type RecordCalls } from '@cotejo/record/calls';
import { annualPlan } from './annual-plan.ts';
import { plannedAudit } from './planned-audit.ts';

/** Refusals of annual plans and their rows; texts: `i18n/*.json`. */
export const annualPlanErrors = errorsOf(annualPlan, 'planning-contracts');
export const plannedAuditErrors = errorsOf(plannedAudit, 'planning-contracts');
/** Created on first use, so that pages without plans build no schemas. */
export const annualPlanCalls = (): RecordCalls<typeof annualPlan> => callsOf(annualPlan);
export const plannedAuditCalls = (): RecordCalls<typeof plannedAudit> => callsOf(plannedAudit);
