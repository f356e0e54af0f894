export * from './calendar-rules.ts';
export * from './colombian-holidays.ts';
export { addDays, daysBetween } from './days.ts';
export * from './org-unit-rules.ts';
export * from './structure-tree.ts';
export * from './work-calendar.ts';
export * from './work-calendars.ts';
