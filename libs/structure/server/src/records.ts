import { serve } from '@cotejo/record/server';
import { calendarDayErrors, orgUnitErrors, workTermsErrors } from '@cotejo/structure-contracts';
import { calendarDayRules, orgUnitRules, workTermsRules } from '@cotejo/structure-domain';

const first = { since: 1_769_500_000_000, version: 1 };
export const orgUnits = serve(orgUnitRules, { ...first, errors: orgUnitErrors });
export const calendarDays = serve(calendarDayRules, {
  ...first,
  since: first.since + 1,
  errors: calendarDayErrors,
});
export const workTermsRows = serve(workTermsRules, {
  ...first,
  since: first.since + 2,
  errors: workTermsErrors,
});
