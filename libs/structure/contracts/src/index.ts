export * from './days/calendar-day.ts';
export * from './terms/work-terms.ts';
export * from './units/company-calls.ts';
export * from './units/org-unit.ts';
