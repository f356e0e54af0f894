export { demoUnitOf } from './demo-structure.ts';
export { structureContext } from './manifest.ts';
export { readWorkCalendar, readYearSettings } from './read-work-calendar.ts';
