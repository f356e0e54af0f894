import { fileURLToPath } from 'node:url';
import { recordGoldenFaults } from '@cotejo/record/fixtures';
import { expect, it } from 'vitest';
import { ratingLevelRecord } from './rating-level.ts';

it('events of rating levels, in all the versions that lie in the log, are read as the newest', async () => {
  const folder = fileURLToPath(new URL('../../golden/rating_level', import.meta.url));
  const faults = await recordGoldenFaults(ratingLevelRecord, folder, process.env['WRITE_GOLDENS'] === '1');
  expect(faults).toEqual([]);
});
