import { WORK_YEARS } from '@cotejo/access-contracts';
import { controllerOf } from '@cotejo/http/server';
import { provide, serverContext } from '@cotejo/record/server';
import { companyCalls } from '@cotejo/structure-contracts';
import { WORK_CALENDARS } from '@cotejo/structure-domain';
import { demoStructure } from './demo-structure.ts';
import { readWorkCalendar, readYearSettings } from './read-work-calendar.ts';
import { companyHandlers } from './read-companies.ts';
import { calendarDays, orgUnits, workTermsRows } from './records.ts';

export const structureContext = serverContext('structure', {
  records: [orgUnits, calendarDays, workTermsRows],
  provides: [
    provide(
      WORK_YEARS,
      ({ db, clock }) =>
        (account) =>
          readYearSettings(db, account, clock()),
    ),
    provide(WORK_CALENDARS, ({ db }) => ({ of: (account) => readWorkCalendar(db, account) })),
  ],
  calls: (ground) => [controllerOf('Companies', companyCalls, companyHandlers(ground))],
  demo: demoStructure,
});
