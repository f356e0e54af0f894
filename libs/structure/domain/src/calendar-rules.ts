import { rules } from '@cotejo/record';
import { calendarDay, workTerms } from '@cotejo/structure-contracts';

export const calendarDayRules = rules(calendarDay, { states: {}, fold: {}, derive: {} });

export const workTermsRules = rules(workTerms, {
  states: {},
  refuse: {
    create: ({ body }) => (body.dailyMinutes === 0 ? 'terms_without_hours' : null),
    change: ({ body }) => (body.dailyMinutes === 0 ? 'terms_without_hours' : null),
  },
  fold: {},
  derive: {},
});
