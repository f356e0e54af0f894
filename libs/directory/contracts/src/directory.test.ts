import { fileURLToPath } from 'node:url';
import { recordGoldenFaults } from '@cotejo/record/fixtures';
import { expect, it } from 'vitest';
import { allowance } from './allowances/allowance.ts';
import { certificate } from './certificates/certificate.ts';
import { responsible } from './responsibles/responsible.ts';

it.each([responsible, certificate, allowance])(
  'events of a $name, in all the versions that lie in the log, are read as the newest',
  async (of) => {
    const folder = fileURLToPath(new URL(`../golden/${of.name}`, import.meta.url));
    const faults = await recordGoldenFaults(of, folder, process.env['WRITE_GOLDENS'] === '1');
    expect(faults).toEqual([]);
  },
);
