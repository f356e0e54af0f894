import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AUDITS_SERVICES } from '@cotejo/audits-server';
import { sampleCatalogue } from '@cotejo/worksheets-domain/sample-catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Contexts } from '../contexts.ts';
import { demoUserId, DEMO_ACCOUNT_ID, seedDemoAccount } from '../demo/seed-demo-account.ts';
import { UsageError } from './command.ts';
import { CommandPlace } from './command-place.fixture.ts';
import { importCatalogue } from './import-catalogue.ts';

let place: CommandPlace;
let file: string;
let contexts: Contexts;

beforeAll(async () => {
  place = await CommandPlace.open();
  file = join(place.folder, 'catalogue.json');
  await writeFile(file, JSON.stringify(sampleCatalogue));
  contexts = await place.openContexts();
  await seedDemoAccount(place.foundation.access);
});

afterAll(() => place.close());

const run = (...args: string[]): Promise<number> => place.run(importCatalogue, ...args);

const audits = () =>
  contexts.ground
    .the(AUDITS_SERVICES)
    .db.query<{ name: string; leader: string }[]>(
      'select name, leader from read.audit where account_id = $1 and not discarded order by created_at',
      [DEMO_ACCOUNT_ID],
    );

describe('npm run import -- oscal <file> --audit "<name>"', () => {
  it('imports in the name of the first who may, and reports what it counted', async () => {
    expect(await run('oscal', file, '--audit', 'Primera')).toBe(0);
    expect(await audits()).toEqual([{ name: 'Primera', leader: demoUserId('claudia.restrepo') }]);
    expect(place.said[0]).toContain('Controles de pagos');
    expect(place.said[1]).toMatch(/9 \S+ 9/);
    const report = place.said[2]?.split('\n').flatMap((line) => /│ *(\d+) *│$/.exec(line)?.[1] ?? []);
    expect(report).toEqual(['3', '3', '1', '4', '3', '4', '1', '1']);
  });

  it('does not repeat itself unasked, and without a terminal nobody can be asked', async () => {
    expect(await run('oscal', file, '--audit', 'Segunda')).toBe(2);
    expect(place.said.at(-1)).toContain('--confirm');
    expect(await audits()).toHaveLength(1);
    expect(await run('oscal', file, '--audit', 'Segunda', '--confirm', '--as', 'andres.murcia')).toBe(0);
    expect((await audits())[1]).toEqual({ name: 'Segunda', leader: demoUserId('andres.murcia') });
  });

  it.each([
    ['another format', ['csv', 'x.csv', '--audit', 'x']],
    ['no file', ['oscal', '--audit', 'x']],
    ['two files', ['oscal', 'a', 'b', '--audit', 'x']],
    ['a file that is not there', ['oscal', '/nowhere.json', '--audit', 'x']],
    ['an option that is not there', ['oscal', 'a', '--audit', 'x', '--force']],
    ['no name', ['oscal', 'a']],
    ['an empty name', ['oscal', 'a', '--audit', ' ']],
  ])('%s is a wrong use', async (_, args) => {
    await expect(run(...args)).rejects.toThrow(UsageError);
  });

  it('refuses a file at fault before anything is opened', async () => {
    const broken = join(place.folder, 'broken.json');
    await writeFile(broken, '{');
    const closed = { ...place.context, foundation: () => Promise.reject(new Error('opened')) };
    await expect(importCatalogue.run(['oscal', broken, '--audit', 'x'], closed)).rejects.toMatchObject({
      code: 'catalogue_malformed',
    });
  });
});
