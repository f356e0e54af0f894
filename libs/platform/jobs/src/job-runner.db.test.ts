import { APP_ROLE, withConnection } from '@cotejo/database';
import { createPool } from '@cotejo/database/connections';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { grantJobs, installJobs } from './install-jobs.ts';
import { JobRunner, type Job } from './job-runner.ts';

const HOURLY = '17 * * * *';
const SOON = { pollSeconds: 0.5, retryLimit: 0 };

let database: TestDatabase;
let pool: Pool;
let warned: string[];
const runners: JobRunner[] = [];

const install = () =>
  withConnection(database.ownerUrl, async (client) => {
    await installJobs(client, ['one', 'other']);
    await grantJobs(client, APP_ROLE);
  });

beforeAll(async () => {
  database = await testDatabase();
  pool = createPool({ connectionString: database.appUrl, max: 8 }, () => undefined);
  await install();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  warned = [];
  await withConnection(database.ownerUrl, (client) => client.query('truncate jobs.job, jobs.archive'));
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
});

async function started(jobs: Readonly<Record<string, Job>>): Promise<JobRunner> {
  const runner = new JobRunner({
    pool,
    ...SOON,
    log: { warn: (_, message) => void warned.push(message) },
  });
  runners.push(runner);
  await runner.start(jobs);
  return runner;
}
const job = (run: Job['run']): Job => ({ cron: HOURLY, run });

describe('jobs', () => {
  it('are installed again without harm, and run under the role of the application', async () => {
    await install();
    let runs = 0;
    const runner = await started({ one: job(async () => (runs += 1)) });
    await runner.send('one');
    await expect.poll(() => runs).toBe(1);
    expect(warned).toEqual([]);
  });

  it('come back by the clocks of Bogotá; one that is no more comes back no more', async () => {
    await started({ one: job(async () => undefined), other: job(async () => undefined) });
    const scheduled = async () => {
      const { rows } = await pool.query('select name, cron, timezone from jobs.schedule order by name');
      return rows as unknown[];
    };
    const of = (name: string) => ({ name, cron: HOURLY, timezone: 'America/Bogota' });
    expect(await scheduled()).toEqual([of('one'), of('other')]);
    await started({ one: job(async () => undefined) });
    expect(await scheduled()).toEqual([of('one')]);
  });

  it('are done once by many nodes, however often they were asked for meanwhile', async () => {
    let runs = 0;
    const asked = new JobRunner({ pool, log: { warn: () => undefined } });
    const nodes = await Promise.all(
      Array.from({ length: 3 }, () => started({ other: job(async () => undefined) })),
    );
    await Promise.all(nodes.map((node) => node.send('one')));
    await asked.send('one');
    await Promise.all(Array.from({ length: 3 }, () => started({ one: job(async () => (runs += 1)) })));
    await expect.poll(() => runs).toBe(1);
    const { rows } = await pool.query(`select state from jobs.job where name = 'one'`);
    expect(rows).toHaveLength(1);
  });

  it('that fail are dead at last, and are tried again when somebody says so', async () => {
    let isBroken = true;
    let runs = 0;
    const runner = await started({
      one: job(async () => {
        if (isBroken) throw new Error('the disk is full');
        runs += 1;
      }),
    });
    await runner.send('one');
    await expect.poll(async () => (await runner.dead()).length).toBe(1);
    expect(await runner.dead()).toEqual([
      { name: 'one', failures: 1, since: expect.any(Date), error: 'the disk is full' },
    ]);
    expect(warned).toEqual(['jobs: failed, and is tried again']);
    isBroken = false;
    expect(await runner.retry('other')).toBe(false);
    expect(await runner.retry('one')).toBe(true);
    await expect.poll(() => runs).toBe(1);
    expect(await runner.dead()).toEqual([]);
  });

  it('are told when their node stops, and it waits for them', async () => {
    let end = 'running';
    const runner = await started({
      one: job(
        (signal) =>
          new Promise((resolve) =>
            signal.addEventListener('abort', () => {
              end = 'told';
              setTimeout(() => resolve((end = 'ended')), 100);
            }),
          ),
      ),
    });
    await runner.send('one');
    await expect
      .poll(async () => (await pool.query(`select from jobs.job where state = 'active'`)).rowCount)
      .toBe(1);
    await runner.stop();
    expect(end).toBe('ended');
  });
});
