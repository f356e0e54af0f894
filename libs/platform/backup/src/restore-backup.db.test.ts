import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '@cotejo/database';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBackup, type CreatedBackup } from './create-backup.ts';
import { checkBackup } from './check-backup.ts';
import { lockForBackup } from './database-lock.ts';
import { emptyLog } from './empty-log.fixture.ts';
import { encodeFrame } from './frames.ts';
import { openBackup } from './open-backup.ts';
import type { ReadBackup } from './read-parts.ts';
import { restoreBackup, type RestoreOptions } from './restore-backup.ts';
import { isDatabaseMarked } from './restoring-mark.ts';
import { writeBackupFile } from './write-backup-file.ts';

const passphrase = 'nueve gatos y un faro';
const schemas = ['vault', 'Otro "esquema"'];

const tables = `
  create schema vault; create schema "Otro ""esquema""";
  create table vault.alpha (id uuid primary key, omega uuid not null, note text);
  create table vault.omega (id uuid primary key, made timestamptz not null);
  alter table vault.alpha add foreign key (omega) references vault.omega (id);
  create table vault.person (id int primary key, boss int references vault.person (id), home int);
  create table vault.house (id int primary key, owner int references vault.person (id));
  alter table vault.person add constraint lives foreign key (home) references vault.house (id);
  create type vault.mood as enum ('bien', 'así así');
  create table "Otro ""esquema"""."Tabla ñ" (
    id bigint generated always as identity primary key,
    bytes bytea, moment timestamptz, local timestamp, day date, span interval, exact numeric, price numeric(10,2),
    single real, double double precision, raw json, cooked jsonb, words text[], bits bit(3), mood vault.mood,
    letter char(3), address inet, range int4range, yes boolean, "Texto raro" text,
    doubled numeric generated always as (exact * 2) stored
  );
  create table vault.counted (id serial primary key, n int, touched text);
  create function vault.touch() returns trigger language plpgsql as
    $$ begin new.touched := 'by a trigger'; return new; end $$;
  create trigger touch before insert on vault.counted for each row execute function vault.touch();
  create table vault.session (id int primary key);
  create table vault.nothing (id int);
  create table vault.zeta (id int);
  create table public.migrations (id serial primary key, name text);
`;
const rows = `
  insert into vault.omega values ('00000000-0000-0000-0000-000000000001', '2026-11-20 13:14:15.123456+00');
  insert into vault.alpha values ('00000000-0000-0000-0000-000000000002', '00000000-0000-0000-0000-000000000001', null);
  insert into vault.person values (1, null, null), (2, 1, null), (3, 2, null);
  insert into vault.house values (7, 3); update vault.person set home = 7 where id = 1;
  insert into "Otro ""esquema"""."Tabla ñ"
    (bytes, moment, local, day, span, exact, price, single, double, raw, cooked, words, bits, mood, letter, address,
     range, yes, "Texto raro") values
    ('\\x00ff5c6e0a', '0044-03-15 12:00:00.000001+00 BC', 'infinity', '-infinity', '1 year -3 days 00:00:00.000001',
     123456789012345678901234567890.000000000100, -0.10, 1e-45, 0.1, '{"b":1,  "a":1.0, "a":"\\u00e9"}', '{"n":1.10}',
     array['', null, 'a"b,{}\\c'], b'101', 'así así', 'a', '10.0.0.0/8', '[1,5)', true, E'línea\\n\\ttab "comillas" \\\\ 😀'),
    (null, null, null, null, null, 'NaN', null, 'NaN', '-infinity', null, null, null, null, null, null, null, 'empty', null, '');
  insert into vault.counted (n) select i from generate_series(1, 12000) i; update vault.counted set touched = 'by hand';
  delete from vault.counted where id > 11990;
  insert into vault.session values (1), (2);
  insert into public.migrations (name) values ('First1'), ('Second2');
`;

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let created: CreatedBackup;
const targets: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-test-restore-'));
  source = await testDatabase();
  await sql(source, tables);
  await sql(source, rows);
  await mkdir(join(folder, 'files/ab'), { recursive: true });
  await writeFile(join(folder, 'files/ab/cd'), Buffer.alloc(700_000, 7));
  await writeFile(join(folder, 'files/ñandú vacío'), '');
  await mkdir(join(folder, 'keys'));
  await writeFile(join(folder, 'keys/trusted.txt'), 'public');
  await writeFile(join(folder, 'keys/private.pem'), 'private');
  created = await create('backup');
});
afterAll(async () => {
  for (const each of [source, ...targets]) await each.drop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  target = await testDatabase();
  targets.push(target);
  await rm(at('restored'), { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);
const sql = (database: TestDatabase, text: string): Promise<unknown> =>
  withConnection(database.ownerUrl, (client) => client.query(text));
const ask = async (database: TestDatabase, text: string): Promise<unknown[]> =>
  withConnection(database.ownerUrl, async (client) => (await client.query(text)).rows);

const create = (name: string, log = emptyLog()): Promise<CreatedBackup> =>
  createBackup({
    file: at(name),
    passphrase,
    cost: 14,
    log,
    databaseUrl: source.ownerUrl,
    schemas,
    files: { folder, paths: ['files', 'keys/trusted.txt', 'nowhere'] },
  });

async function restore(changes: Partial<RestoreOptions> = {}, name = 'backup'): Promise<ReadBackup> {
  const backup = await openBackup(at(name), passphrase);
  try {
    return await restoreBackup(backup, {
      ownerUrl: target.ownerUrl,
      schemas,
      files: { folder: at('restored'), paths: ['files', 'keys/trusted.txt', 'nowhere'] },
      takeOver: false,
      leaveEmpty: ['vault.session'],
      prepare: async () => void (await sql(target, tables)),
      openLog: async () => emptyLog(),
      ...changes,
    });
  } finally {
    await backup.close();
  }
}

/** All rows of a table as their exact text. */
const content = (database: TestDatabase, table: string): Promise<unknown[]> =>
  ask(database, `select t::text as row from ${table} t order by 1`);
const kept = [
  'vault.alpha',
  'vault.omega',
  'vault.person',
  'vault.house',
  'vault.counted',
  'vault.nothing',
  '"Otro ""esquema"""."Tabla ñ"',
];
const isMarked = (database: TestDatabase): Promise<boolean> =>
  withConnection(database.ownerUrl, isDatabaseMarked);

describe('a restored backup', () => {
  it('has every row of every table of the kept schemas, exact to the last digit', async () => {
    await restore();
    for (const table of kept)
      expect([table, await content(target, table)]).toEqual([table, await content(source, table)]);
    expect(await isMarked(target)).toBe(false);
  });

  it('has its keys, triggers and sequences in force', async () => {
    await restore();
    const constraints = `select conrelid::regclass::text, pg_get_constraintdef(oid) as is, convalidated
                           from pg_constraint where contype = 'f' order by 1, 2`;
    expect(await ask(target, constraints)).toEqual(await ask(source, constraints));
    await expect(sql(target, 'insert into vault.person values (9, 99)')).rejects.toThrow('foreign key');
    await sql(
      target,
      `insert into vault.counted (n) values (-1); insert into "Otro ""esquema"""."Tabla ñ" (yes) values (true)`,
    );
    expect(await ask(target, 'select id, touched from vault.counted where n = -1')).toEqual([
      { id: 12_001, touched: 'by a trigger' },
    ]);
    expect(await ask(target, 'select max(id)::int as id from "Otro ""esquema"""."Tabla ñ"')).toEqual([
      { id: 3 },
    ]);
  });

  it('moves no sequence but those of the kept schemas', async () => {
    const backup = await openBackup(at('backup'), passphrase);
    const frames = async function* (): AsyncGenerator<Buffer> {
      for await (const { type, content: said } of backup.frames()) {
        const text = said
          .toString()
          .replace('"sequences":{', '"sequences":{"public.migrations_id_seq":"77",');
        yield encodeFrame(type, type === 'manifest' ? Buffer.from(text) : said);
      }
    };
    await writeBackupFile({ file: at('drawn'), passphrase, cost: 14 }, frames());
    await backup.close();
    const refused = { code: 'newer_product', values: { what: 'public.migrations_id_seq' } };
    await expect(restore({}, 'drawn')).rejects.toMatchObject(refused);
    expect(await ask(target, 'select is_called from public.migrations_id_seq')).toEqual([
      { is_called: false },
    ]);
  });

  it('leaves empty what must not outlive it', async () => {
    await restore();
    expect(await content(target, 'vault.session')).toEqual([]);
  });

  it('has its files', async () => {
    await restore();
    expect(await readFile(at('restored/files/ab/cd'))).toEqual(await readFile(at('files/ab/cd')));
    expect(await readFile(at('restored/files/ñandú vacío'), 'utf8')).toBe('');
    expect(await readFile(at('restored/keys/trusted.txt'), 'utf8')).toBe('public');
    expect(await readdir(at('restored/keys'))).toEqual(['trusted.txt']);
    expect((await readdir(at('restored'))).sort()).toEqual(['files', 'keys']);
  });

  it('knows the migrations that made its tables before they are made', async () => {
    const seen: unknown[] = [];
    await restore({
      prepare: async ({ migrations }) => {
        seen.push(migrations, await ask(target, `select 1 from pg_namespace where nspname = 'vault'`));
        await sql(target, tables);
      },
    });
    expect(seen).toEqual([['First1', 'Second2'], []]);
  });

  it('counts in its manifest what it holds', async () => {
    expect(created.manifest.tables.map(({ name, rows }) => `${name} ${rows}`).sort()).toEqual(
      [
        'alpha 1',
        'omega 1',
        'person 3',
        'house 1',
        'Tabla ñ 2',
        'counted 11990',
        'session 2',
        'nothing 0',
        'zeta 0',
      ].sort(),
    );
    expect(created.manifest.files).toMatchObject({ count: 3, bytes: 700_006 });
    const backup = await openBackup(at('backup'), passphrase);
    expect((await checkBackup(backup)).manifest).toEqual(created.manifest);
    await backup.close();
  });
});

describe('the tables of a backup', () => {
  it('are of one moment, and it is after that of the log', async () => {
    const marked = emptyLog({
      async commands() {
        // The last read of the log.
        await sql(source, 'insert into vault.nothing values (1)');
        return [];
      },
    });
    await create('moment', marked);
    await sql(source, 'delete from vault.nothing');
    await restore({}, 'moment');
    expect(await content(target, 'vault.nothing')).toEqual([{ row: '(1)' }]);
  });

  it('do not change while they are read', async () => {
    await sql(
      source,
      'insert into vault.nothing select 0 from generate_series(1, 1000); insert into vault.zeta values (0)',
    );
    let created = false;
    const writer = (async () => {
      // One transaction each.
      while (!created)
        await sql(source, 'update vault.nothing set id = id + 1; update vault.zeta set id = id + 1');
    })();
    await create('busy').finally(() => (created = true));
    await writer;
    await sql(source, 'delete from vault.nothing; delete from vault.zeta');
    await restore({}, 'busy');
    const values = await ask(target, 'select id from vault.nothing union select id from vault.zeta');
    expect(values).toHaveLength(1);
    expect(await ask(target, 'select count(*)::int as n from vault.nothing')).toEqual([{ n: 1000 }]);
  });
});

describe('a target', () => {
  it.each([
    ['a table', 'create table public.mine (id int)'],
    ['an empty table of a kept schema', 'create schema vault; create table vault.omega (id uuid)'],
    ['a sequence', 'create schema other; create sequence other.drawn'],
  ])('that holds %s is refused and left as it is', async (_, made) => {
    await sql(target, made);
    await expect(restore()).rejects.toMatchObject({ code: 'not_empty' });
    expect(await isMarked(target)).toBe(false);
  });

  it('whose folder of files holds something is refused', async () => {
    await mkdir(at('restored/files'), { recursive: true });
    await writeFile(at('restored/files/mine'), 'mine');
    await expect(restore()).rejects.toMatchObject({ code: 'not_empty' });
    expect(await readFile(at('restored/files/mine'), 'utf8')).toBe('mine');
    expect(await isMarked(target)).toBe(false);
  });

  it('of a release that keeps other files is refused', async () => {
    await expect(restore({ files: { folder: at('restored'), paths: ['nowhere'] } })).rejects.toMatchObject({
      code: 'newer_product',
    });
  });

  it('of an older release is refused, naming what it lacks', async () => {
    const older = tables.replace('note text', '');
    await expect(
      restore({ prepare: async () => void (await sql(target, older.replace(', )', ')'))) }),
    ).rejects.toMatchObject({ code: 'newer_product', values: { what: 'vault.alpha.note' } });
  });

  it('that is being backed up or restored is left alone', async () => {
    const other = new Client({ connectionString: target.ownerUrl });
    await other.connect();
    await lockForBackup(other);
    await expect(restore()).rejects.toMatchObject({ code: 'busy' });
    await other.end();
  });

  it('whose log is not what the backup says afterwards stays marked', async () => {
    const heads = { events: 1n, heads: [{ stream: 'a', version: 0n, link: '0'.repeat(64) }] };
    let asked = 0;
    const openLog = async () =>
      emptyLog({ heads: async () => (++asked < 3 ? { events: 0n, heads: [] } : heads) });
    await expect(restore({ openLog })).rejects.toMatchObject({
      code: 'not_restored',
    });
    expect(await isMarked(target)).toBe(true);
  });
});

describe('a restoration that is broken off', () => {
  const away = new Error('away');
  it.each<[string, Partial<RestoreOptions>]>([
    ['before anything is made', { prepare: () => Promise.reject(away) }],
    ['when the tables were made', { openLog: () => Promise.reject(away) }],
    ['while the log was written', { openLog: async () => emptyLog({ adopt: () => Promise.reject(away) }) }],
    [
      'between tables and files',
      {
        onProgress: ({ part }) => {
          if (part === 'file') throw away;
        },
      },
    ],
  ])('%s leaves its mark, and the next one begins clean', async (_, breaking) => {
    await expect(restore(breaking)).rejects.toThrow('away');
    expect(await isMarked(target)).toBe(true);
    await restore();
    expect(await isMarked(target)).toBe(false);
    for (const table of kept)
      expect([table, await content(target, table)]).toEqual([table, await content(source, table)]);
    expect((await readFile(at('restored/files/ab/cd'))).length).toBe(700_000);
  });

  it('by a signal stops', async () => {
    const stop = new AbortController();
    const onProgress: RestoreOptions['onProgress'] = () => stop.abort();
    await expect(restore({ signal: stop.signal, onProgress })).rejects.toThrow('aborted');
    expect(await isMarked(target)).toBe(true);
  });

  it('drops no schema that stood there before', async () => {
    await sql(target, 'create schema theirs');
    await expect(restore({ openLog: () => Promise.reject(away) })).rejects.toThrow('away');
    await restore();
    expect(await ask(target, `select 1 as there from pg_namespace where nspname = 'theirs'`)).toEqual([
      { there: 1 },
    ]);
  });

  it('in a data folder of ours is taken over even when only the folder still says so', async () => {
    await restore();
    await restore({ takeOver: true });
    expect(await content(target, 'vault.omega')).toEqual(await content(source, 'vault.omega'));
    expect(await isMarked(target)).toBe(false);
  });
});
