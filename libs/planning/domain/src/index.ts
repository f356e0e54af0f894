export * from './annual-plan-rules.ts';
export * from './planned-audit-rules.ts';
export { carriedRow, isCarried } from './carried-row.ts';
export { movedTo } from './moved-to.ts';
export * from './plan-capacity.ts';
export * from './plan-compliance.ts';
export * from './plan-totals.ts';
export * from './row-capacity.ts';
export * from './spread-minutes.ts';
