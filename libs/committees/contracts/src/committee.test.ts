import { fileURLToPath } from 'node:url';
import { recordGoldenFaults } from '@cotejo/record/fixtures';
import { expect, it } from 'vitest';
import { committee } from './committee.ts';

it('events of committees, in all the versions that lie in the log, are read as the newest', async () => {
  const folder = fileURLToPath(new URL('../golden', import.meta.url));
  const faults = await recordGoldenFaults(committee, folder, process.env['WRITE_GOLDENS'] === '1');
  expect(faults).toEqual([]);
});
