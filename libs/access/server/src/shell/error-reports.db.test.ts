import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AccessDatabase, AccessNode } from '../sign-in/sign-in.fixture.ts';
import { ANONYMOUS_REPORTS_A_DAY, ErrorReports, REPORTS_A_DAY } from './error-reports.ts';

const LONG = 'x'.repeat(20_000);
const report = { error: LONG, errorInfo: LONG, url: 'https://c.example/', user: null, env: 'test' };

let database: AccessDatabase;
let now: Date;
let reports: ErrorReports;

beforeAll(async () => {
  database = await AccessDatabase.make();
});
afterAll(() => database.drop());
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00.000Z');
  reports = new ErrorReports(database.pool, () => now);
  await database.pool.query('delete from vault.error_report');
});

/** Inserts recent unauthenticated reports. */
const sent = (count: number) =>
  database.pool.query(
    `insert into vault.error_report (id, at, error, url, env)
     select gen_random_uuid(), $2, 'x', '', '' from generate_series(1, $1)`,
    [count, now],
  );

it('takes so many a day of people who are not signed in, and only the beginning of their words', async () => {
  await sent(ANONYMOUS_REPORTS_A_DAY - 1);
  const id = await reports.keep(null, report);
  expect(id).not.toBeNull();
  const { rows } = await database.pool.query<{ length: number; info: number }>(
    'select length(error) as length, length(error_info) as info from vault.error_report where id = $1',
    [id],
  );
  expect(rows).toEqual([{ length: 2000, info: 2000 }]);
  expect(await reports.keep(null, report)).toBeNull();
  now = new Date(now.getTime() + 86_400_000);
  expect(await reports.keep(null, report)).not.toBeNull();
});

it('leaves room for people who are signed in, whose words it keeps whole, up to a limit of all', async () => {
  const node = await AccessNode.start(database);
  const ana = await node.register('ana.gil');
  const principal = node.access.state.principalOf(node.account, ana);
  await sent(ANONYMOUS_REPORTS_A_DAY);
  const id = await reports.keep(principal, report);
  const { rows } = await database.pool.query<{ length: number }>(
    'select length(error) as length from vault.error_report where id = $1',
    [id],
  );
  expect(rows).toEqual([{ length: LONG.length }]);
  await sent(REPORTS_A_DAY);
  expect(await reports.keep(principal, report)).toBeNull();
  await node.stop();
});
