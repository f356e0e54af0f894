import { controllerOf } from '@cotejo/http/server';
import { serverContext } from '@cotejo/record/server';
import { companyCalls } from '@cotejo/structure-contracts';
import { demoStructure } from './demo-structure.ts';
import { companyHandlers } from './read-companies.ts';
import { calendarDays, orgUnits, workTermsRows } from './records.ts';

export const structureContext = serverContext('structure', {
  records: [orgUnits, calendarDays, workTermsRows],
  calls: (ground) => [controllerOf('Companies', companyCalls, companyHandlers(ground))],
  demo: demoStructure,
});
