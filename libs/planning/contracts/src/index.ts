export * from './annual-plan.ts';
export * from './plan-capacity-calls.ts';
export * from './planned-audit.ts';
export {
  annualPlanCalls,
  annualPlanErrors,
  plannedAuditCalls,
  plannedAuditErrors,
} from './planning-calls.ts';
