import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { loginAnswer, type Principal } from '@cotejo/access-contracts';
import {
  AUDITS,
  importAnswer,
  importedBefore,
  type AuditCommands,
  type AuditQueries,
  type AuditRow,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import { AUDITS_SERVICES } from '@cotejo/audits-server';
import { PATIENCE_MS, testDatabase, writtenFile, type TestDatabase } from '@cotejo/testing';
import { stepProgrammeView } from '@cotejo/worksheets-contracts';
import { flatControls, nestedParameters, repeatedText } from '@cotejo/worksheets-domain/hostile-catalogues';
import { sampleCatalogue } from '@cotejo/worksheets-domain/sample-catalogue';
import { CatalogueImports, CatalogueReader } from '@cotejo/worksheets-server';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClosingStack } from '../configuration/closing-stack.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { createLogger } from '../configuration/logger.ts';
import { openContexts, type Contexts } from '../contexts.ts';
import { DEMO_PASSWORD } from '../demo/demo-people.ts';
import { DEMO_ACCOUNT_ID, demoUserId } from '../demo/seed-demo-account.ts';
import { registerStranger } from './sign-in-stranger.fixture.ts';
import { startServer, type RunningServer } from '../start-server.ts';

const UPLOAD = '/api/proyecto/riesgo/auditoria/actions/importar-catalogo/';
const LIST = '/api/proyecto/riesgo/auditoria/';

let database: TestDatabase;
let folder: string;
let server: RunningServer;
/** Contexts of a second node on the same database. */
let contexts: Contexts;
let ports: AuditCommands & AuditQueries;
const closing = new ClosingStack((_, error) => {
  throw error;
});
const tokens = new Map<string, string>();

beforeAll(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cotejo-import-'));
  const read = readConfiguration({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
  });
  if (!read.ok) throw new Error(read.variables.join());
  const log = createLogger(read.configuration, new Writable({ write: (_chunk, _encoding, done) => done() }));
  server = await startServer({
    ...{ configuration: read.configuration, log, say: () => undefined },
    leastWaitMs: PATIENCE_MS,
  });
  contexts = await openContexts({ foundation: server.foundation, log, closing });
  ports = contexts.ground.the(AUDITS);
});

afterAll(async () => {
  await closing.close();
  await server.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function tokenOf(username: string): Promise<string> {
  const known = tokens.get(username);
  if (known) return known;
  const answer = await request(server.http)
    .post('/api/login/')
    .send({ username, password: DEMO_PASSWORD })
    .expect(200);
  const [success, , data] = loginAnswer.parse(answer.body);
  if (!success) throw new Error(JSON.stringify(answer.body));
  tokens.set(username, data.token);
  return data.token;
}

async function get<T>(path: string, status = 200, username = 'claudia.restrepo'): Promise<T> {
  const answer = await request(server.http)
    .get(path)
    .set('Authorization', `Token ${await tokenOf(username)}`);
  expect(answer.status).toBe(status);
  return answer.body.data ?? answer.body;
}

interface Upload {
  readonly name: string;
  readonly confirmed?: boolean;
  readonly key?: string;
  readonly username?: string;
}

async function upload(file: string, { name, confirmed, key, username = 'claudia.restrepo' }: Upload) {
  const call = request(server.http)
    .post(UPLOAD)
    .query({ nombre: name, ...(confirmed && { confirmar: '1' }) })
    .set('Authorization', `Token ${await tokenOf(username)}`)
    .set('Content-Type', 'application/json');
  if (key !== undefined) void call.set('Idempotency-Key', key);
  return call.send(file);
}

let catalogues = 0;
/** The sample catalogue with a title and an id of its own. */
function catalogue(title = 'Controles de pagos'): string {
  const file = structuredClone(sampleCatalogue);
  file.catalog.uuid = `3f0d9f5e-6a55-4a0e-9f5a-${String(++catalogues).padStart(12, '0')}`;
  file.catalog.metadata.title = title;
  return JSON.stringify(file);
}

const list = () => get<AuditRow[]>(LIST);
const named = async (name: string) => (await list()).filter(({ nombre }) => nombre === name);

/** Waits until the import has ended; returns the audit. */
async function imported(id: string): Promise<AuditRow> {
  for (;;) {
    const row = (await list()).find((each) => each.id === id);
    if (row && row.operacion === null) return row;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const linesOf = (items: readonly TreeItemView[], level = 0): string[] =>
  items.flatMap((item) => [
    '  '.repeat(level) + [item.item_tipo, item.codigo, item._nombre].filter(Boolean).join(' '),
    ...linesOf(item.items, level + 1),
  ]);

const flat = (items: readonly TreeItemView[]): TreeItemView[] =>
  items.flatMap((item) => [item, ...flat(item.items)]);

describe('importing a catalogue', () => {
  it('is accepted at once, and makes an audit programme of it with all its texts', async () => {
    const answer = await upload(catalogue(), { name: 'Pagos' });
    expect(answer.status).toBe(202);
    const { auditoria, titulo, counts } = importAnswer.parse(answer.body.data);
    expect(titulo).toBe('Controles de pagos');
    expect(counts).toEqual({
      groups: 3,
      controls: 3,
      enhancements: 1,
      steps: 4,
      instructions: 3,
      parameters: 4,
      unresolved: 1,
      withdrawn: 1,
      unread: { links: 2, parts: 1, 'back-matter': 1 },
    });

    const row = await imported(auditoria);
    expect(row).toMatchObject({ nombre: 'Pagos', items: 8, lider: { name: 'Claudia Restrepo' } });
    expect(row.codigo).toMatch(/^AUD-\d{4}-\d{3}$/);
    expect(row.fecha_fin).toBe(`${row.fecha_inicio?.slice(0, 4)}-12-31`);

    const tree = await get<TreeItemView[]>(`${LIST}${auditoria}/tree/`);
    expect(linesOf(tree)).toEqual([
      'GR_FASE Ejecución',
      '  GR_PROCESO Pagos',
      '    HT_PASO PG-1 Doble aprobación',
      '    HT_PASO PG-1(1) Bloqueo automático',
      '    GR_ACTIVIDAD Caja menor',
      '      HT_PASO CM-1 Arqueo',
      '  GR_PROCESO Compras',
      '    HT_PASO CO-1 Tres cotizaciones',
    ]);

    const step = flat(tree).find(({ codigo }) => codigo === 'PG-1');
    const path = `${LIST}${auditoria}/tree/${step?.id}/programa/`;
    const view = stepProgrammeView.parse(await get(path));
    expect(view.objetivo?.split('\n')).toEqual([
      'La entidad:',
      '  a. Aprueba con dos firmas los pagos desde [monto definido por la entidad]; y',
      '  b. Asigna la segunda firma a [gerente; jefe de [área]].',
      '',
      '[guidance] Dos firmas distintas, también con 30 días.',
    ]);
    expect(view.instrucciones.map(({ texto }) => texto)).toEqual([
      'PG-1a[1] los pagos con dos firmas: se identifican;',
      'PG-1a[2] los pagos con dos firmas: se revisan cada 30 días.',
      'PG-1b existe un segundo firmante.',
    ]);
  });

  it('asks when the account has it already, and does it again when told so', async () => {
    const file = catalogue();
    const { auditoria } = importAnswer.parse((await upload(file, { name: 'Una vez' })).body.data);
    const row = await imported(auditoria);
    const again = await upload(file, { name: 'Otra vez' });
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('catalogue_imported_before');
    expect(again.body.error).toContain('«Una vez»');
    expect(importedBefore.parse(again.body.details)).toMatchObject({
      auditoria,
      codigo: row.codigo,
      nombre: 'Una vez',
    });
    expect(await named('Otra vez')).toEqual([]);

    const confirmed = await upload(file, { name: 'Otra vez', confirmed: true });
    expect((await imported(importAnswer.parse(confirmed.body.data).auditoria)).items).toBe(8);
  });

  it('does the same request once', async () => {
    const file = catalogue();
    const wish = { name: 'Repetida', key: 'k-1' };
    const [first, second] = await Promise.all([upload(file, wish), upload(file, wish)]);
    const third = await upload(file, wish);
    for (const answer of [second, third]) expect(answer.body).toEqual(first.body);
    const { auditoria } = importAnswer.parse(first.body.data);
    expect((await imported(auditoria)).items).toBe(8);
    expect(await named('Repetida')).toHaveLength(1);
    const other = await upload(catalogue('Otro archivo'), wish);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });
});

describe('a file at fault', () => {
  it.each([
    ['no JSON', '{"catalog":\n }', 422, 'catalogue_malformed', { line: 2, column: 2, path: null }],
    [
      'a control without title',
      catalogue().replace('"title":"Arqueo"', '"titel":"Arqueo"'),
      422,
      'catalogue_invalid',
      { path: 'catalog.groups[0].groups[0].controls[0].title', line: null },
    ],
    ['an unresolved profile', '{"profile":{}}', 422, 'catalogue_unresolved', { path: 'profile' }],
    ['more items than a plan takes', flatControls(20_001), 422, 'parser_items', undefined],
    [
      'parameters that grow without end',
      nestedParameters(110, 'x'),
      422,
      'catalogue_invalid',
      { line: null },
    ],
    ['one text for many steps', repeatedText(4_000), 422, 'parser_output', undefined],
    ['more than anybody has', ' '.repeat(33 * 1024 * 1024), 413, 'catalogue_too_large', undefined],
  ])('%s is refused with its place, and nothing is written', async (_, file, status, code, details) => {
    const before = await list();
    const answer = await upload(file, { name: 'Con faltas' });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (details) expect(answer.body.details).toMatchObject(details);
    expect(answer.body.error).not.toContain('{{');
    expect(await list()).toEqual(before);
  });
});

it('says which limit a file met, in the words of the person', async () => {
  const answer = await upload(flatControls(20_001), { name: 'Grande' });
  expect(answer.body.error).toBe('El archivo tiene más de 20.000 elementos.');
});

describe('who may', () => {
  it.each(['laura.pineda', 'hernan.duque', 'marta.suarez'])('%s may not import', async (username) => {
    expect((await upload(catalogue(), { name: 'Ajena', username })).status).toBe(403);
    expect(await named('Ajena')).toEqual([]);
  });

  it('nobody who is not signed in, and their file is not even read', async () => {
    const answer = await request(server.http).post(UPLOAD).query({ nombre: 'x' }).send('{');
    expect([answer.status, answer.body.code]).toEqual([401, 'not_authenticated']);
  });

  it('shows neither audit nor texts to another account, which may import the same', async () => {
    const file = catalogue();
    const { auditoria } = importAnswer.parse((await upload(file, { name: 'Propia' })).body.data);
    await imported(auditoria);
    const tree = await get<TreeItemView[]>(`${LIST}${auditoria}/tree/`);
    const step = flat(tree).find(({ codigo }) => codigo === 'PG-1');
    const path = `${LIST}${auditoria}/tree/${step?.id}/programa/`;
    const phase = tree[0]?.id;
    await get(`${LIST}${auditoria}/tree/${phase}/programa/`, 404);
    await get(path, 200, 'hernan.duque');
    await get(path, 403, 'marta.suarez');

    const olga = await registerStranger(server.foundation);
    await get(path, 404, olga);
    const theirs = await upload(file, { name: 'De Olga', username: olga });
    expect(theirs.status).toBe(202);
    expect(await named('De Olga')).toEqual([]);
  });
});

describe('an import that cannot go on', () => {
  const claudia = (): Principal => {
    const principal = contexts.ground
      .the(AUDITS_SERVICES)
      .directory.principalOf(DEMO_ACCOUNT_ID, demoUserId('claudia.restrepo'));
    if (!principal) throw new Error('nobody');
    return principal;
  };
  const reader = new CatalogueReader();
  afterAll(() => reader.close());
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const importsWith = (audits: AuditCommands & AuditQueries, clock = () => new Date()) =>
    new CatalogueImports({
      audits,
      directory: contexts.ground.the(AUDITS_SERVICES).directory,
      clock,
      log: silent,
      reader,
    });
  const wish = (name: string) => ({
    principal: claudia(),
    file: writtenFile(catalogue()),
    name,
    confirmed: false,
  });

  it('leaves nothing in the list, and the same catalogue can be imported without a question', async () => {
    let submissions = 0;
    const failing = {
      ...ports,
      submit: (...args: Parameters<AuditCommands['submit']>) => {
        // The append of the programme succeeds; the final one fails.
        if (++submissions === 2) throw new Error('the line was cut');
        return ports.submit(...args);
      },
    };
    const file = writtenFile(catalogue());
    const request = () => ({ ...wish('Cortada'), file });
    const { answer, done } = await importsWith(failing).begin(request());
    await expect(done).rejects.toThrow('the line was cut');
    await get(`${LIST}${answer.auditoria}/tree/`, 404);
    expect(await named('Cortada')).toEqual([]);

    const again = await importsWith(ports).begin({ ...request(), name: 'Entera' });
    await again.done;
    expect((await named('Entera'))[0]).toMatchObject({ items: 8, operacion: null });
  });

  it('is swept away a minute after its process died', async () => {
    const died = { ...ports, submit: () => Promise.reject(new Error('the process died')) };
    const { answer, done } = await importsWith(died).begin(wish('Huérfana'));
    await expect(done).rejects.toThrow('the process died');
    await expect.poll(async () => (await named('Huérfana'))[0]).toMatchObject({ operacion: 'import' });
    await importsWith(ports).sweep();
    expect(await named('Huérfana')).toHaveLength(1);

    await importsWith(ports, () => new Date(Date.now() + 61_000)).sweep();
    while ((await named('Huérfana')).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await get(`${LIST}${answer.auditoria}/tree/`, 404);
  });
});
