import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionData } from '@cotejo/access-contracts';
import type { AuditRow, TreeItemView } from '@cotejo/audits-contracts';
import { openDatabase, StartError, withConnection } from '@cotejo/database';
import { verifyLog } from '@cotejo/event-store/archive';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient, type RawClientOptions } from '@cotejo/rooms/testing';
import { PATIENCE_MS, testDatabase, type TestDatabase } from '@cotejo/testing';
import { sampleCatalogue } from '@cotejo/worksheets-domain/sample-catalogue';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { StartedServer } from '../../started-server.fixture.ts';
import { backup } from '../backup.ts';
import type { CommandContext } from '../command.ts';
import {
  AUDITS,
  auditsOf,
  dataOf,
  idsIn,
  keepWriting,
  readModels,
  vaultOf,
  withArchives,
} from './restore-drill.fixture.ts';

let folder: string;
/** The source installation, in its own data folder; it keeps running beside its backup. */
let original: StartedServer;
let session: SessionData;
let audit: AuditRow;
let said: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-test-drill-'));
  await chmod(folder, 0o711);
  original = await StartedServer.start({ DATA_DIR: at('original') });
  session = await original.signIn();
  await mkdir(at('original/files/ab'), { recursive: true });
  await writeFile(at('original/files/ab/anexo'), 'bytes of an attachment');
  await importTexts();
  const [first] = await auditsOf(original, session);
  if (!first) throw new Error('the demo has no audit');
  audit = first;
});
afterAll(async () => {
  await original.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});
afterEach(() => vi.unstubAllEnvs());

const at = (name: string): string => join(folder, name);

/** Runs the command line in this environment. */
async function run(
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  onLine: (stop: AbortController) => void = () => undefined,
): Promise<number> {
  const stop = new AbortController();
  said = [];
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'BACKUP_PASSPHRASE']) vi.stubEnv(name, '');
  for (const [name, value] of Object.entries({ LC_ALL: 'es_CO.UTF-8', ...env })) vi.stubEnv(name, value);
  const say = (line: string): void => {
    said.push(line);
    onLine(stop);
  };
  const never = (): Promise<never> => Promise.reject(new Error('a backup needs nothing but the database'));
  const context: CommandContext = {
    say,
    complain: say,
    foundation: never,
    contexts: never,
    mostImportedItems: 100,
    signal: stop.signal,
  };
  return backup.run(args, context);
}
async function succeed(...what: Parameters<typeof run>): Promise<void> {
  if ((await run(...what)) !== 0) throw new Error(said.join('\n'));
}
const secret = { BACKUP_PASSPHRASE: 'cuatro montañas y un río' };
const inFolder = (name: string) => ({ ...secret, DATA_DIR: at(name) });
const inDatabase = ({ appUrl, ownerUrl }: TestDatabase, dataDir: string) => ({
  DATABASE_URL: appUrl,
  DATABASE_OWNER_URL: ownerUrl,
  DATA_DIR: at(dataDir),
});

/** Imports a catalogue with texts, whose bodies are stored in the vault. */
async function importTexts(): Promise<void> {
  await original
    .post(`${AUDITS}/actions/importar-catalogo/?nombre=Con%20textos`, session)
    .set('Content-Type', 'application/json')
    .send(JSON.stringify(sampleCatalogue))
    .expect(202);
  await vi.waitFor(async () => {
    const found = (await auditsOf(original, session)).find(({ nombre }) => nombre === 'Con textos');
    expect(found?.operacion).toBeNull();
  });
}

async function room(
  server: StartedServer,
  who: SessionData,
  holds?: RawClientOptions['holds'],
): Promise<RawClient> {
  const ticket = await server.ticketOf(who);
  const url = `${server.server.address.replace('http', 'ws')}${ROOM_PATH}/audit/${audit.id}?ticket=${ticket}`;
  return new RawClient({ url, ...(holds && { holds }) });
}

/** Content of a data folder that no server holds. */
async function dataIn(name: string) {
  const database = await openDatabase({ dataDir: at(name), log: () => undefined });
  try {
    const heads = await withArchives([database.ownerUrl], async ([archive]) => archive?.heads());
    return { heads, vault: await vaultOf(database.ownerUrl) };
  } finally {
    await database.stop();
  }
}

describe('a backup made while people work', () => {
  let target: TestDatabase;
  let restored: StartedServer;
  let before: readonly string[];
  const ownerOf = (): string => original.server.foundation.database.ownerUrl;

  beforeAll(async () => {
    target = await testDatabase();
    const client = await (await room(original, session)).synced();
    const writing = keepWriting(client);
    await client.until(() => client.answers.length > 100, 'the first answers', PATIENCE_MS);
    before = [...writing.acknowledged()];
    await succeed(inFolder('original'), ['create', at('busy')]);
    await client.until(() => client.answers.length > before.length + 20, 'people to go on', PATIENCE_MS);
    await writing.stop();
    await client.close();
  });
  afterAll(async () => {
    await restored?.stop();
    await target.drop();
  });

  it('is one file that its owner alone can read, and a check finds it sound', async () => {
    expect((await stat(at('busy'))).mode & 0o777).toBe(0o600);
    const file = await readFile(at('busy'));
    for (const text of ['Fase ', 'claudia', 'Restrepo', '@'])
      expect(text.length > 1 && file.includes(text)).toBe(false);
    expect(await run(secret, ['check', at('busy')])).toBe(0);
    expect(said.join('\n')).toContain('está completa');
  });

  it('does not come into a database while it is broken off: no server starts on that', async () => {
    // The first line is printed after the check and before anything is written.
    expect(
      await run({ ...secret, ...inDatabase(target, 'busy-data') }, ['restore', at('busy')], (stop) =>
        stop.abort(),
      ),
    ).toBe(1);
    expect(said.at(-1)).toContain('Se interrumpió la restauración');
    const start = StartedServer.start(inDatabase(target, 'busy-data'));
    await expect(start).rejects.toMatchObject({ code: 'restore_unfinished' });
    await expect(start).rejects.toThrow(StartError);
  });

  it('is restored by the next attempt, and its log is the beginning of the original', async () => {
    await succeed({ ...secret, ...inDatabase(target, 'busy-data') }, ['restore', at('busy')]);
    await withArchives([target.ownerUrl, ownerOf()], async ([mine, theirs]) => {
      if (!mine || !theirs) throw new Error('no archives');
      const { fault, summary } = await verifyLog(mine, { trustedKeys: null });
      expect(fault).toBeNull();
      const [some, all] = [await mine.page(null, 1_000_000), await theirs.page(null, 1_000_000)];
      expect(some.events.length).toBe(summary.events);
      const links = ({ events }: typeof all) =>
        events.map(({ stream, version, link }) => [stream, version, link]);
      expect(links(all).slice(0, summary.events)).toEqual(links(some));
      const [now, then] = [await mine.identity(), await theirs.identity()];
      expect(now.storeId).toBe(then.storeId);
      expect(now.incarnation).not.toBe(then.incarnation);
    });
  });

  it('holds every change that was acknowledged before it began, and people find it when they sign in', async () => {
    restored = await StartedServer.start(inDatabase(target, 'busy-data'));
    const who = await restored.signIn('andres.murcia');
    await vi.waitFor(async () => {
      const tree = await dataOf(restored, who, `${AUDITS}/${audit.id}/tree/`);
      const ids = new Set(idsIn(tree as TreeItemView[]));
      expect(before.filter((id) => !ids.has(id))).toEqual([]);
    });
    expect(before.length).toBeGreaterThan(100);
  });

  it('ends the sessions of before', async () => {
    await original.get('/users/@me/', session).expect(200);
    await restored.get('/users/@me/', session).expect(401);
  });

  it('resets a client that holds the document of before, and lets it work on', async () => {
    const old = await (await room(original, session)).synced();
    const [hello] = old.frames;
    if (hello?.t !== 'hello') throw new Error('no hello');
    const holds = { document: hello.document, version: old.version, link: old.link };
    await old.close();

    const who = await restored.signIn();
    const back = await room(restored, who, holds);
    await back.until(() => back.frames.some(({ t }) => t === 'reset'), 'the reset');
    const documents = back.frames.flatMap((frame) => ('document' in frame ? [frame.document] : []));
    expect(documents).not.toContain(hello.document);
    await back.close();

    const anew = await (await room(restored, who)).synced();
    const writing = keepWriting(anew);
    await anew.until(() => anew.answers.length > 5, 'answers of the restored server');
    await writing.stop();
    expect(anew.gaps).toBe(0);
    await anew.close();
  });

  it('brings the files', async () => {
    expect(await readFile(at('busy-data/files/ab/anexo'), 'utf8')).toBe('bytes of an attachment');
  });
});

describe('a backup of a product that stands still', () => {
  let restored: StartedServer;
  let models: unknown;
  let before: Awaited<ReturnType<typeof dataIn>>;

  beforeAll(async () => {
    const { database } = original.server.foundation;
    const found = await withArchives([database.ownerUrl], async ([archive]) => archive?.heads());
    const versions = new Map(found?.heads.map(({ stream, version }) => [stream, Number(version)]));
    await vi.waitFor(async () => {
      for (const { id, version } of await auditsOf(original, session))
        expect([id, version]).toEqual([id, versions.get(`audit-${id}`)]);
    });
    models = await readModels(original, session);
    await original.stop();
    before = await dataIn('original');
    await succeed(inFolder('original'), ['create', at('quiet')]);
    original = await StartedServer.start({ DATA_DIR: at('original') });
    await succeed(inFolder('copy'), ['restore', at('quiet')]);
  });
  afterAll(() => restored?.stop());

  it('is the same product in another folder: log, vault, files, and read models rebuilt from the log', async () => {
    expect(await dataIn('copy')).toEqual(before);
    expect(before.vault['text_body']?.length).toBeGreaterThan(0);
    expect(await readFile(at('copy/files/ab/anexo'), 'utf8')).toBe('bytes of an attachment');
    restored = await StartedServer.start({ DATA_DIR: at('copy') });
    const who = await restored.signIn();
    await vi.waitFor(async () => expect(await readModels(restored, who)).toEqual(models));
    // The restored server seals with a new key, which a person has to trust.
    const complaints = restored.complaints.filter((line) => !line.includes('the key that seals the log'));
    expect(complaints).toEqual([]);
  });

  it('is of what its schemas hold: whoever adds one says here whether it is kept or rebuilt', async () => {
    const { rows: schemas } = await withConnection(restored.server.foundation.database.ownerUrl, (client) =>
      client.query<{ name: string }>(
        `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
      ),
    );
    // The log, queues (created empty), migrations, read models, and the vault.
    expect(schemas.map(({ name }) => name)).toEqual(['es', 'jobs', 'public', 'read', 'vault']);
  });
});

describe('what is asked for in vain', () => {
  it('a backup in the place of another', async () => {
    const size = (await stat(at('quiet'))).size;
    expect(await run(inFolder('original'), ['create', at('quiet')])).toBe(1);
    expect(said.join()).toContain('No se ha reemplazado');
    expect((await stat(at('quiet'))).size).toBe(size);
  });

  it('a backup of nothing', async () => {
    await expect(run(inFolder('nowhere'), ['create', at('nothing')])).rejects.toThrow('No hay datos');
    expect(existsSync(at('nothing')) || existsSync(at('nowhere'))).toBe(false);
  });

  it('a short passphrase, or none where nobody can be asked', async () => {
    expect(await run({ DATA_DIR: at('original'), BACKUP_PASSPHRASE: 'corta' }, ['create', at('short')])).toBe(
      1,
    );
    expect(said.join()).toContain('12 caracteres');
    await expect(run({ DATA_DIR: at('original') }, ['create', at('short')])).rejects.toThrow(
      'BACKUP_PASSPHRASE',
    );
    expect(existsSync(at('short'))).toBe(false);
  });

  it('a restoration over a running server', async () => {
    await expect(run(inFolder('original'), ['restore', at('quiet')])).rejects.toMatchObject({
      code: 'data_folder_in_use',
    });
  });

  it('a restoration over data', async () => {
    await mkdir(at('mine'));
    await writeFile(at('mine/thesis.txt'), 'years of work');
    expect(await run(inFolder('mine'), ['restore', at('quiet')])).toBe(1);
    expect(said.at(-1)).toContain('Solo se restaura donde no hay nada');
    expect(await readFile(at('mine/thesis.txt'), 'utf8')).toBe('years of work');
  });

  it('a restoration of a file that was touched: nothing is written', async () => {
    const file = await readFile(at('quiet'));
    file.writeUInt8(file.readUInt8(file.length - 100) ^ 1, file.length - 100);
    await writeFile(at('touched'), file);
    expect(await run(inFolder('never'), ['restore', at('touched')])).toBe(1);
    expect(said.at(-1)).toContain('alterada');
    expect(existsSync(at('never'))).toBe(false);
  });

  it('the passphrase from a file', async () => {
    await writeFile(at('phrase'), `${secret.BACKUP_PASSPHRASE}\n`);
    expect(await run({}, ['check', at('quiet'), '--passphrase-file', at('phrase')])).toBe(0);
    await writeFile(at('phrase'), 'otra frase distinta\n');
    expect(await run({}, ['check', at('quiet'), '--passphrase-file', at('phrase')])).toBe(1);
    expect(said.at(-1)).toContain('frase');
  });
});
