import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '@cotejo/database';
import { FakeKurrentDb } from '@cotejo/event-store/kurrent/fake';
import { freePort, testDatabase, type TestDatabase } from '@cotejo/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BundledPrograms, type StartedProcess } from './start-process.fixture.ts';
import {
  silentServer,
  untrustedPostgres,
  untrustedServer,
  type UnfitServer,
} from './unfit-servers.fixture.ts';

const TROUBLES = ['server_refused', 'server_silent', 'server_certificate', 'server_rights'] as const;
type Trouble = (typeof TROUBLES)[number];
/** Conditions that only a changed setting ends: a command does not wait for that. */
const LASTING: ReadonlySet<Trouble> = new Set<Trouble>(['server_certificate', 'server_rights']);
/** Milliseconds in which a process that waits must end after the signal; generous, for a busy machine. */
const STOP_MS = 8_000;

let programs: BundledPrograms;
let database: TestDatabase;
/** Without the right to connect for the application's role. */
let closedDatabase: TestDatabase;
let fake: FakeKurrentDb;
let refusing: FakeKurrentDb;
let folder: string;
let exported: string;
const servers: UnfitServer[] = [];
const started: StartedProcess[] = [];
let kurrentUrls: Readonly<Record<Trouble, string>>;
let postgresUrls: Readonly<Record<Trouble, Readonly<Record<string, string>>>>;

const onDatabase = ({ appUrl, ownerUrl }: TestDatabase) => ({
  DATABASE_URL: appUrl,
  DATABASE_OWNER_URL: ownerUrl,
});

async function open(serving: Promise<UnfitServer>): Promise<number> {
  const server = await serving;
  servers.push(server);
  return server.port;
}

beforeAll(async () => {
  [programs, database, closedDatabase, fake, refusing] = await Promise.all([
    BundledPrograms.build(),
    testDatabase(),
    testDatabase(),
    FakeKurrentDb.start(),
    FakeKurrentDb.start(),
  ]);
  refusing.mischief.refusesUser = 'rights';
  folder = await mkdtemp(join(tmpdir(), 'cotejo-test-wait-'));
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'phrase'), 'una frase bastante larga\n');
  const [closed, silent, secure, postgres] = [
    await freePort(),
    await open(silentServer()),
    await open(untrustedServer()),
    await open(untrustedPostgres()),
  ];
  kurrentUrls = {
    server_refused: `kurrentdb://127.0.0.1:${closed}?tls=false`,
    server_silent: `kurrentdb://127.0.0.1:${silent}?tls=false`,
    server_certificate: `kurrentdb://ana:secreta@127.0.0.1:${secure}?tls=true`,
    server_rights: refusing.url,
  };
  const postgresAt = (port: number, query = '') => ({
    DATABASE_URL: `postgres://ana:secreta@127.0.0.1:${port}/cotejo${query}`,
  });
  const app = new URL(closedDatabase.appUrl).username;
  await withConnection(closedDatabase.ownerUrl, (client) =>
    client.query(`revoke connect on database ${closedDatabase.name} from ${app}`),
  );
  postgresUrls = {
    server_refused: postgresAt(closed),
    server_silent: postgresAt(silent),
    server_certificate: postgresAt(postgres, '?sslmode=verify-full'),
    server_rights: onDatabase(closedDatabase),
  };
  exported = join(folder, 'registro.ndjson');
  const exporting = programs.start('cli', ['log', 'export', exported], {
    ...onDatabase(database),
    DATA_DIR: await place(),
  });
  await exporting.endsWith(0);
});
afterEach(() => {
  for (const process of started.splice(0)) process.kill();
});
afterAll(async () => {
  fake.kill();
  refusing.kill();
  await Promise.all(servers.map((server) => server.close()));
  await Promise.all([programs.remove(), database.drop(), closedDatabase.drop()]);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const place = () => mkdtemp(join(folder, 'data-'));

function start(...how: Parameters<BundledPrograms['start']>): StartedProcess {
  const process = programs.start(...how);
  started.push(process);
  return process;
}

/** Resolves with the exit code, or with `late`. */
async function stopInTime(process: StartedProcess): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, STOP_MS, 'late').unref());
  return Promise.race([process.stop(), late]);
}

const withoutSecrets = (process: StartedProcess) => {
  expect(process.output).not.toContain('secreta');
  // Neither Node's warning of exit code 13 nor a stack.
  expect(process.output).not.toMatch(/unsettled top-level await|\n\s+at /);
};

/** Starts one process for each trouble at once: each spends most of its time in waiting. */
async function forEachTrouble(check: (trouble: Trouble) => Promise<void>): Promise<void> {
  await Promise.all(TROUBLES.map(check));
}

describe.each(['KurrentDB', 'PostgreSQL'] as const)('a server whose %s cannot be used', (product) => {
  it('says why, is not ready, and ends with 0 at a signal', () =>
    forEachTrouble(async (trouble) => {
      const port = await freePort();
      const env =
        product === 'KurrentDB'
          ? { ...onDatabase(database), KURRENTDB_URL: kurrentUrls[trouble] }
          : postgresUrls[trouble];
      const server = start('main', [], {
        ...env,
        ...{ DATA_DIR: await place(), PORT: String(port), HOST: '127.0.0.1', COTEJO_SEED_DEMO: '0' },
      });
      await server.says(`[${trouble}]`);
      expect(server.output).toMatch(new RegExp(`^En espera: .*${product} \\(`));
      const status = (path: string) =>
        fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status);
      expect(await status('/health/ready')).toBe(503);
      expect(await status('/health/live')).toBe(200);
      expect(await stopInTime(server)).toBe(0);
      withoutSecrets(server);
    }));
});

/** A command against a store in trouble: it says why and ends with 1. */
async function endsTelling(trouble: Trouble, args: readonly string[], env: Record<string, string>) {
  const process = start('cli', args, env);
  await process.says(`[${trouble}]`);
  // What a restart of the server may end is waited for.
  if (!LASTING.has(trouble)) expect(await stopInTime(process)).toBe(1);
  await process.endsWith(1);
  withoutSecrets(process);
}

describe('a command whose store cannot be used says why and ends', () => {
  it.each([
    'log verify',
    'log export',
    'log import',
    'projections rebuild audits',
    'backup create',
    'texts status',
  ])('%s on KurrentDB', (command) =>
    forEachTrouble(async (trouble) => {
      const data = await place();
      const file = join(data, 'archivo.gz');
      const options: Readonly<Record<string, readonly string[]>> = {
        'log export': [file],
        'log import': [exported],
        'backup create': [file, '--passphrase-file', join(folder, 'phrase')],
      };
      await endsTelling(trouble, [...command.split(' '), ...(options[command] ?? [])], {
        ...{ ...onDatabase(database), KURRENTDB_URL: kurrentUrls[trouble], DATA_DIR: data },
      });
    }),
  );

  it('log verify on PostgreSQL', () =>
    forEachTrouble(async (trouble) =>
      endsTelling(trouble, ['log', 'verify'], { ...postgresUrls[trouble], DATA_DIR: await place() }),
    ));
});

describe('a server that waits', () => {
  it('goes on when its store comes up', async () => {
    const own = await testDatabase();
    const port = await freePort();
    const later = await freePort();
    const server = start('main', [], {
      ...onDatabase(own),
      KURRENTDB_URL: `kurrentdb://127.0.0.1:${later}?tls=false`,
      ...{ DATA_DIR: await place(), PORT: String(port), HOST: '127.0.0.1', COTEJO_SEED_DEMO: '0' },
    });
    await server.says('[server_refused]');
    const store = await FakeKurrentDb.start({ port: later });
    await server.says('Cotejo está listo');
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
    store.kill();
    await own.drop();
  });

  it('stops the embedded Postgres that it started', async () => {
    const data = await place();
    await chmod(data, 0o711);
    const server = start('main', [], {
      ...{ DATA_DIR: data, PORT: '0', HOST: '127.0.0.1', KURRENTDB_URL: kurrentUrls.server_refused },
    });
    await server.says('[server_refused]');
    const isServed = () => existsSync(join(data, 'pgdata', 'postmaster.pid'));
    expect(isServed()).toBe(true);
    expect(await stopInTime(server)).toBe(0);
    expect(isServed()).toBe(false);
  });
});
