import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { sampleCatalogue } from '@cotejo/worksheets-domain/sample-catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClosingStack } from '../configuration/closing-stack.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { createLogger } from '../configuration/logger.ts';
import { openContexts, type Contexts } from '../contexts.ts';
import { demoUserId, DEMO_ACCOUNT_ID, seedDemoAccount } from '../demo/seed-demo-account.ts';
import { openFoundation } from '../foundation.ts';
import { UsageError, type CommandContext } from './command.ts';
import { importCatalogue } from './import-catalogue.ts';

let database: TestDatabase;
let folder: string;
let file: string;
let context: CommandContext;
let contexts: Contexts;
let said: string[] = [];
const closing = new ClosingStack((_, error) => {
  throw error;
});

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cotejo-import-'));
  file = join(folder, 'catalogue.json');
  await writeFile(file, JSON.stringify(sampleCatalogue));
  const read = readConfiguration({
    NODE_ENV: 'test',
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
  if (!read.ok) throw new Error(read.variables.join());
  const { configuration } = read;
  const log = createLogger(configuration, new Writable({ write: (_chunk, _encoding, done) => done() }));
  const say = (line: string): void => void said.push(line);
  const foundation = await openFoundation({ configuration, log, say, closing });
  contexts = await openContexts({ foundation, log, closing });
  await seedDemoAccount(foundation.access);
  context = {
    say,
    complain: say,
    foundation: () => Promise.resolve(foundation),
    contexts: () => Promise.resolve(contexts),
    signal: new AbortController().signal,
  };
});

afterAll(async () => {
  await closing.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]): Promise<number> => {
  said = [];
  return importCatalogue.run(args, context);
};

const audits = () =>
  contexts.audits.db.query<{ name: string; leader: string }[]>(
    'select name, leader from read.audit where account_id = $1 and not discarded order by created_at',
    [DEMO_ACCOUNT_ID],
  );

describe('npm run import -- oscal <file> --audit "<name>"', () => {
  it('imports in the name of the first who may, and reports what it counted', async () => {
    expect(await run('oscal', file, '--audit', 'Primera')).toBe(0);
    expect(await audits()).toEqual([{ name: 'Primera', leader: demoUserId('claudia.restrepo') }]);
    expect(said[0]).toContain('Controles de pagos');
    expect(said[1]).toMatch(/9 \S+ 9/);
    const report = said[2]?.split('\n').flatMap((line) => /│ *(\d+) *│$/.exec(line)?.[1] ?? []);
    expect(report).toEqual(['3', '3', '1', '4', '3', '4', '1', '1']);
  });

  it('does not repeat itself unasked, and without a terminal nobody can be asked', async () => {
    expect(await run('oscal', file, '--audit', 'Segunda')).toBe(2);
    expect(said.at(-1)).toContain('--confirm');
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
    const broken = join(folder, 'broken.json');
    await writeFile(broken, '{');
    const closed: CommandContext = {
      ...context,
      foundation: () => Promise.reject(new Error('opened')),
    };
    await expect(importCatalogue.run(['oscal', broken, '--audit', 'x'], closed)).rejects.toMatchObject({
      code: 'catalogue_malformed',
    });
  });
});
