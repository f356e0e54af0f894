import { fileURLToPath } from 'node:url';
import { recordGoldenFaults } from '@cotejo/record/fixtures';
import { expect, it } from 'vitest';
import { annualPlan } from './annual-plan.ts';
import { plannedAudit } from './planned-audit.ts';

it.each([
  ['annual-plan', annualPlan],
  ['planned-audit', plannedAudit],
])('events of %s, in all the versions that lie in the log, are read as the newest', async (name, of) => {
  const folder = fileURLToPath(new URL(`../golden/${name}`, import.meta.url));
  const faults = await recordGoldenFaults(of, folder, process.env['WRITE_GOLDENS'] === '1');
  expect(faults).toEqual([]);
});
