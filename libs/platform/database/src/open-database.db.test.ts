import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './index.ts';

describe('an external database', () => {
  let given: TestDatabase;
  let dataDir: string;
  beforeAll(async () => {
    given = await testDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'cotejo-test-data-'));
  });
  afterAll(async () => {
    await given.drop();
    await rm(dataDir, { recursive: true });
  });

  const open = async (databaseUrl: string, databaseOwnerUrl?: string) => {
    const lines: string[] = [];
    const database = await openDatabase({
      dataDir,
      databaseUrl,
      databaseOwnerUrl,
      log: (line) => lines.push(line),
    });
    return { database, lines };
  };

  it('is used as it is, the owner apart from the application', async () => {
    const { database, lines } = await open(given.appUrl, given.ownerUrl);
    expect(database).toMatchObject({ kind: 'external', appUrl: given.appUrl, ownerUrl: given.ownerUrl });
    expect(lines).toEqual([]);
    await database.stop();
  });

  it.each([
    { what: 'no owner of its own', ownerOf: () => undefined },
    { what: 'an empty owner', ownerOf: () => '' },
    { what: 'the application as owner', ownerOf: () => given.appUrl },
  ])('with $what is used after a warning', async ({ ownerOf }) => {
    const { database, lines } = await open(given.appUrl, ownerOf());
    expect(database.ownerUrl).toBe(given.appUrl);
    expect(lines).toHaveLength(1);
  });

  it('is not used beside a folder of other people, which stays as it is', async () => {
    const foreign = join(dataDir, 'foreign');
    await mkdir(foreign);
    await writeFile(join(foreign, 'tesis.docx'), 'mine');
    const opening = openDatabase({ dataDir: foreign, databaseUrl: given.appUrl, log: () => undefined });
    await expect(opening).rejects.toMatchObject({ code: 'foreign_folder' });
    expect(await readdir(foreign)).toEqual(['tesis.docx']);
  });

  it.each([
    { what: 'that nobody serves', url: () => 'postgres://a:b@127.0.0.1:1/cotejo', code: 'server_refused' },
    {
      what: 'with a wrong password',
      url: () => given.appUrl.replace(':test@', ':wrong@'),
      code: 'server_credentials',
    },
    { what: 'with an address that is none', url: () => 'not an address', code: 'server_unknown' },
    {
      what: 'without a database of that name',
      url: () => given.appUrl.replace(given.name, 'nowhere'),
      code: 'server_no_database',
    },
  ])('$what is told in one line, without the password', async ({ url, code }) => {
    const error: unknown = await openDatabase({
      dataDir,
      databaseUrl: url(),
      log: () => undefined,
    }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code });
    expect(String(error)).not.toContain('wrong');
  });
});
