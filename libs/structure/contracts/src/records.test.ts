import { fileURLToPath } from 'node:url';
import { recordGoldenFaults } from '@cotejo/record/fixtures';
import { expect, it } from 'vitest';
import { calendarDay } from './days/calendar-day.ts';
import { workTerms } from './terms/work-terms.ts';
import { orgUnit } from './units/org-unit.ts';

it.each([
  ['org_unit', orgUnit],
  ['calendar_day', calendarDay],
  ['work_terms', workTerms],
])('events of %s, in all the versions that lie in the log, are read as the newest', async (name, of) => {
  const folder = fileURLToPath(new URL(`../golden/${name}`, import.meta.url));
  const faults = await recordGoldenFaults(of, folder, process.env['WRITE_GOLDENS'] === '1');
  expect(faults).toEqual([]);
});
