import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { EventStore } from '@cotejo/event-store';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';
import type { TestDatabase } from '@cotejo/testing';
import pg from 'pg';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { putInto, tallyDatabase } from './tally.fixture.ts';

/** Milliseconds for which a projection may stand still after its writing node died: the lease plus a margin. */
const TAKE_OVER_MS = 5_000;
const MOMENT_MS = 2_000;

let folder: string;
let database: TestDatabase;
let pool: pg.Pool;
let store: EventStore;
let nodes: Node[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-take-over-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'projecting-process.fixture.ts'),
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'node.mjs' } },
    },
    ssr: { noExternal: [/^@cotejo\//] },
  });
  const installed = dirname(dirname(createRequire(import.meta.url).resolve('pg/package.json')));
  await symlink(installed, join(folder, 'node_modules'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  database = await tallyDatabase();
  pool = new pg.Pool({ connectionString: database.appUrl, max: 4 });
  store = createPostgresEventStore({ connectionString: database.appUrl });
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.kill('SIGKILL')));
  nodes = [];
  await store.close();
  await pool.end();
  await database.drop();
});

/** A separate process that projects. */
class Node {
  readonly child: ChildProcess;
  output = '';

  constructor(pauseMs: number) {
    const env = { ...process.env, APP_URL: database.appUrl, PAUSE_MS: String(pauseMs) };
    this.child = spawn(process.execPath, [join(folder, 'node.mjs')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    nodes.push(this);
  }

  async says(text: string): Promise<void> {
    await vi.waitFor(() => expect(this.output).toContain(text));
  }

  async kill(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill(signal);
    if (signal === 'SIGKILL') await ended;
  }
}

async function standingBy(pauseMs = 0): Promise<Node> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database()`,
  );
  const node = new Node(pauseMs);
  await vi.waitFor(async () => {
    const now = await pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database()`,
    );
    expect(now.rows[0]?.count).toBeGreaterThan(rows[0]?.count ?? 0);
  });
  return node;
}

async function names(): Promise<string | undefined> {
  const { rows } = await pool.query<{ names: string }>(`select names from read.tally where stream = 'box-1'`);
  return rows[0]?.names;
}

const comesTo = (text: string) => vi.waitFor(async () => expect(await names()).toBe(text), { interval: 20 });

/** Milliseconds until the owner's lease expires, whether the owner lives or not. */
async function leaseLeft(): Promise<number> {
  const { rows } = await pool.query<{ left: number }>(
    `select (extract(epoch from lease_until - clock_timestamp()) * 1000)::int as left from es.checkpoint`,
  );
  return rows[0]?.left ?? Infinity;
}

describe('when the node that projects', () => {
  it('is killed in the middle of a batch, another takes over within 5 s and counts every event once (43)', async () => {
    await putInto(store, 'box-1', 'a', 'b');
    const first = new Node(60_000);
    await first.says('written');
    const second = await standingBy();
    await first.kill('SIGKILL');
    expect(await leaseLeft()).toBeLessThanOrEqual(TAKE_OVER_MS - MOMENT_MS);
    await comesTo('ab');
    expect(second.output).toContain('projecting');
    await putInto(store, 'box-1', 'c');
    await comesTo('abc');
  });

  it('is stopped in the middle of a batch, another takes over within 5 s, and its batch rolls back when it wakes (44)', async () => {
    await putInto(store, 'box-1', 'a', 'b');
    const first = new Node(1_000);
    await first.says('written');
    await first.kill('SIGSTOP');
    expect(await leaseLeft()).toBeLessThanOrEqual(TAKE_OVER_MS - MOMENT_MS);
    await standingBy();
    await comesTo('ab');
    await putInto(store, 'box-1', 'c');
    await comesTo('abc');
    await first.kill('SIGCONT');
    await first.says('lease lost');
    await putInto(store, 'box-1', 'd');
    await comesTo('abcd');
    const { rows } = await pool.query(`select total from read.tally where stream = 'box-1'`);
    expect(rows).toEqual([{ total: 4 }]);
  });

  it('is stopped while it has nothing to do, another takes over within 5 s', async () => {
    const first = new Node(0);
    await first.says('projecting');
    await first.kill('SIGSTOP');
    expect(await leaseLeft()).toBeLessThanOrEqual(TAKE_OVER_MS - MOMENT_MS);
    await standingBy();
    await putInto(store, 'box-1', 'a');
    await comesTo('a');
    await first.kill('SIGCONT');
    await first.says('lease lost');
    await putInto(store, 'box-1', 'b');
    await comesTo('ab');
  });
});
