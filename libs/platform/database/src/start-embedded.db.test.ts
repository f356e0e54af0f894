import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PATIENCE_MS } from '@cotejo/testing';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { adoptOrStop, findOrphan } from './find-orphan.ts';
import { startEmbedded, withOwner } from './index.ts';
import { isAlive, waitUntil } from './process-identity.ts';
import { stopPostgres } from './run-postgres.ts';

const said = z.object({
  log: z.string().optional(),
  ready: z.boolean().optional(),
  postgres: z.number().optional(),
  ownerUrl: z.string().optional(),
  stopped: z.boolean().optional(),
  failed: z.string().optional(),
});
type Said = z.infer<typeof said>;

const runnerFolder = resolve(import.meta.dirname, '../dist/fixture');
let dataDir: string;
let lines: string[];
const log = (line: string) => lines.push(line);
const holders = new Set<ChildProcess>();

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'hold-database.fixture.ts'),
      outDir: runnerFolder,
      target: 'node20',
      emptyOutDir: true,
    },
  });
});
afterAll(() => rm(runnerFolder, { recursive: true, force: true }));

beforeEach(async () => {
  vi.stubEnv('LC_ALL', 'es_CO.UTF-8');
  lines = [];
  dataDir = await mkdtemp(join(tmpdir(), 'cotejo-test-data-'));
  await chmod(dataDir, 0o711);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const holder of holders) holder.kill('SIGKILL');
  holders.clear();
  if (existsSync(join(dataDir, 'pgdata'))) {
    const orphan = await findOrphan(join(dataDir, 'pgdata'));
    if (orphan) await stopPostgres(orphan.pid);
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts another process on the data folder; `heard` resolves with the first line that `wanted` accepts. */
function holdInAnotherProcess() {
  const child = spawn(process.execPath, [join(runnerFolder, 'hold-database.fixture.js'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  holders.add(child);
  const all: Said[] = [];
  const waiting: { wanted: (line: Said) => boolean; resolve: (line: Said) => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = said.parse(JSON.parse(text));
    all.push(line);
    for (const waiter of waiting) if (waiter.wanted(line)) waiter.resolve(line);
  });
  const heard = (wanted: (line: Said) => boolean): Promise<Said> => {
    const found = all.find(wanted);
    return found ? Promise.resolve(found) : new Promise((done) => waiting.push({ wanted, resolve: done }));
  };
  return { child, heard };
}

async function killAndWait(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  holders.delete(child);
}

const contents = () => readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mtimeMs]);

describe('a data folder', () => {
  it('is made on the first start, kept on the next, and free of processes after a stop', async () => {
    const first = await startEmbedded({ dataDir, log });
    await withOwner(first.ownerUrl, (client) => client.query('create table kept as select 42 as answer'));
    const pid = first.postgresPid();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(join(dataDir, 'instance.lock'))).toBe(false);
    expect(statSync(join(dataDir, 'database-secret')).mode & 0o777).toBe(0o600);

    const second = await startEmbedded({ dataDir, log });
    const { rows } = await withOwner(second.ownerUrl, (client) => client.query('select answer from kept'));
    await second.stop();
    expect(rows).toEqual([{ answer: 42 }]);
    expect(lines).toHaveLength(1);
  });

  it('serves one instance: the second is told who has it', async () => {
    const { child, heard } = holdInAnotherProcess();
    const { ownerUrl = '' } = await heard((line) => line.ready === true);

    await expect(startEmbedded({ dataDir, log })).rejects.toMatchObject({
      code: 'data_folder_in_use',
      message: expect.stringMatching(new RegExp(`Otra instancia.*${child.pid}.*http://localhost:4321`)),
    });

    // The first instance isn't disturbed, and stops cleanly.
    await withOwner(ownerUrl, (client) => client.query('select 1'));
    child.kill('SIGTERM');
    await heard((line) => line.stopped === true);
  });

  it('of a killed instance is recovered, with the Postgres that outlived it', async () => {
    const { child, heard } = holdInAnotherProcess();
    const { postgres = 0, ownerUrl = '' } = await heard((line) => line.ready === true);
    await withOwner(ownerUrl, (client) => client.query('create table kept as select 42 as answer'));
    await killAndWait(child, 'SIGKILL');
    expect(isAlive(postgres)).toBe(true);

    const next = await startEmbedded({ dataDir, log });
    expect(next.postgresPid()).toBe(postgres);
    const { rows } = await withOwner(next.ownerUrl, (client) => client.query('select answer from kept'));
    expect(rows).toEqual([{ answer: 42 }]);
    expect(lines.join('\n')).toContain(`Se retomó la base de datos`);
    await next.stop();
    expect(isAlive(postgres)).toBe(false);
  });

  it('whose orphaned Postgres does not answer as ours has it stopped first', async () => {
    const { child, heard } = holdInAnotherProcess();
    const { postgres = 0 } = await heard((line) => line.ready === true);
    await killAndWait(child, 'SIGKILL');
    const pgdata = join(dataDir, 'pgdata');
    const orphan = await findOrphan(pgdata);
    expect(orphan?.pid).toBe(postgres);
    if (orphan)
      expect(await adoptOrStop(orphan, pgdata, () => 'postgres://x@127.0.0.1:1/x', '18.4')).toBeNull();
    expect(isAlive(postgres)).toBe(false);
  });

  it('whose creation was cut short is made anew, not taken for good', async () => {
    const { child, heard } = holdInAnotherProcess();
    await heard((line) => line.log !== undefined);
    const halfMade = () =>
      readdirSync(dataDir).find(
        (name) => name.startsWith('pgdata.new-') && existsSync(join(dataDir, name, 'PG_VERSION')),
      );
    expect(await waitUntil(() => halfMade() !== undefined, PATIENCE_MS)).toBe(true);
    await killAndWait(child, 'SIGKILL');
    expect(existsSync(join(dataDir, 'pgdata'))).toBe(false);

    const next = await startEmbedded({ dataDir, log });
    await withOwner(next.ownerUrl, (client) => client.query('select 1'));
    await next.stop();
  });

  it('left by a stop during its creation is clean', async () => {
    const { child, heard } = holdInAnotherProcess();
    await heard((line) => line.log !== undefined);
    await waitUntil(() => readdirSync(dataDir).some((name) => name.startsWith('pgdata.new-')), PATIENCE_MS);
    child.kill('SIGTERM');
    expect((await heard((line) => line.failed !== undefined)).failed).toContain('canceló');
    // When run as root in a clone that the database's user can't reach, the copy of the binaries may stay.
    const left = readdirSync(dataDir).filter((name) => !name.startsWith('postgres-'));
    expect(left).toEqual(['cotejo.json', 'database-secret']);
  });

  it('that holds files of other people is refused in words, and left as it was', async () => {
    await writeFile(join(dataDir, 'tesis.docx'), 'mine');
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(/no son de Cotejo \(tesis\.docx…\)/);
    expect(await readdir(dataDir)).toEqual(['tesis.docx']);
  });

  it('of a newer version is refused and left as it was', async () => {
    await writeFile(join(dataDir, 'format.json'), JSON.stringify({ format: 2, shape: 'unknown to us' }));
    const before = contents();
    await expect(startEmbedded({ dataDir, log })).rejects.toMatchObject({ code: 'data_format_newer' });
    expect(contents()).toEqual(before);
  });

  it('of another PostgreSQL is refused and left as it was', async () => {
    const format = { format: 1, postgresMajor: 19, pgdata: join(dataDir, 'pgdata') };
    await writeFile(join(dataDir, 'format.json'), JSON.stringify(format));
    const before = contents();
    await expect(startEmbedded({ dataDir, log })).rejects.toMatchObject({ code: 'postgres_major_differs' });
    expect(contents()).toEqual(before);
  });

  it('that lost its database files or its secret is not silently started empty', async () => {
    await (await startEmbedded({ dataDir, log })).stop();
    await rename(join(dataDir, 'pgdata'), join(dataDir, 'elsewhere'));
    await expect(startEmbedded({ dataDir, log })).rejects.toMatchObject({ code: 'database_files_missing' });
    await rename(join(dataDir, 'elsewhere'), join(dataDir, 'pgdata'));
    await rm(join(dataDir, 'database-secret'));
    await expect(startEmbedded({ dataDir, log })).rejects.toMatchObject({ code: 'secret_missing' });
  });

  it('that was copied or moved uses its own database, not that of the original', async () => {
    const original = join(dataDir, 'original');
    const copy = join(dataDir, 'copy');
    await (await startEmbedded({ dataDir: original, log })).stop();
    await cp(original, copy, { recursive: true });
    const first = await startEmbedded({ dataDir: original, log });
    const second = await startEmbedded({ dataDir: copy, log });
    const places = [];
    for (const { adminUrl } of [first, second])
      places.push(
        await withOwner(adminUrl, async (client) => {
          const { rows } = await client.query<{ data_directory: string }>('show data_directory');
          return rows[0]?.data_directory;
        }),
      );
    expect(places).toEqual([join(original, 'pgdata'), join(copy, 'pgdata')]);
    await second.stop();
    expect(isAlive(first.postgresPid())).toBe(true);
    await first.stop();
  });

  it('with a stale note whose pid is now another program starts all the same', async () => {
    await (await startEmbedded({ dataDir, log })).stop();
    await writeFile(
      join(dataDir, 'pgdata/postmaster.pid'),
      [process.pid, join(dataDir, 'pgdata'), 1, 5432, '', '127.0.0.1', '', 'ready'].join('\n'),
    );
    const next = await startEmbedded({ dataDir, log });
    await next.stop();
    expect(isAlive(process.pid)).toBe(true);
  });

  it('keeps serving when its Postgres dies', async () => {
    const database = await startEmbedded({ dataDir, log });
    const first = database.postgresPid();
    process.kill(first, 'SIGKILL');
    expect(await waitUntil(() => database.postgresPid() !== first, PATIENCE_MS)).toBe(true);
    await withOwner(database.ownerUrl, (client) => client.query('select 1'));
    await database.stop();
    expect(isAlive(database.postgresPid())).toBe(false);
  });

  it('starts its Postgres again however long what keeps it from starting lasts', async () => {
    const database = await startEmbedded({ dataDir, log });
    const first = database.postgresPid();
    // Simulates a disk that is unmounted or full for a while.
    await rename(join(dataDir, 'pgdata'), join(dataDir, 'away'));
    process.kill(first, 'SIGKILL');
    expect(
      await waitUntil(() => lines.some((line) => line.startsWith('PostgreSQL no arrancó')), PATIENCE_MS),
    ).toBe(true);
    await rename(join(dataDir, 'away'), join(dataDir, 'pgdata'));
    expect(await waitUntil(() => database.postgresPid() !== first, PATIENCE_MS)).toBe(true);
    await withOwner(database.ownerUrl, (client) => client.query('select 1'));
    await database.stop();
  });

  it('that the database user cannot reach keeps its database in the system place', async () => {
    const isRoot = process.getuid?.() === 0;
    const closed = join(dataDir, 'closed');
    const systemPlace = join(dataDir, 'system');
    await mkdir(closed, { mode: 0o700 });
    const database = await startEmbedded({ dataDir: join(closed, 'data'), systemPlace, log });
    await withOwner(database.ownerUrl, (client) => client.query('select 1'));
    await database.stop();
    const format = z
      .object({ pgdata: z.string() })
      .parse(JSON.parse(await readFile(join(closed, 'data/format.json'), 'utf8')));
    // Only root runs Postgres as another user; any other user reaches its own folder.
    expect(format.pgdata.startsWith(isRoot ? systemPlace : closed)).toBe(true);

    // A copy of the folder references the same cluster: both must not run at once.
    const first = await startEmbedded({ dataDir: join(closed, 'data'), systemPlace, log });
    await cp(join(closed, 'data'), join(closed, 'copy'), { recursive: true });
    await rm(join(closed, 'copy/instance.lock'));
    const second = startEmbedded({ dataDir: join(closed, 'copy'), systemPlace, log });
    if (isRoot) await expect(second).rejects.toMatchObject({ code: 'data_folder_in_use' });
    else await (await second).stop();
    expect(isAlive(first.postgresPid())).toBe(true);
    await first.stop();

    // The data folder was deleted by hand: its cluster is set aside, neither lost nor reused.
    await rm(join(closed, 'data'), { recursive: true });
    const again = await startEmbedded({ dataDir: join(closed, 'data'), systemPlace, log });
    await again.stop();
    expect(lines.some((line) => line.startsWith('Se apartó'))).toBe(isRoot);
  });
});
