export * from './annual-plan-rules.ts';
export * from './planned-audit-rules.ts';
export * from './plan-totals.ts';
