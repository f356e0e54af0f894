export * from './calendar-rules.ts';
export * from './colombian-holidays.ts';
export * from './org-unit-rules.ts';
export * from './structure-tree.ts';
export * from './work-calendar.ts';
