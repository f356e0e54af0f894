import { setTimeout as delay } from 'node:timers/promises';
import type { SessionData } from '@cotejo/access-contracts';
import { createClient } from '@cotejo/database/connections';
import { calendarDayCalls, orgUnitCalls } from '@cotejo/structure-contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AskedCalls } from '../whole-server/asked-calls.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

let database: CopiedDatabase;
let started: StartedServer;
let ask: AskedCalls;
let manager: SessionData;
const units = orgUnitCalls();
const days = calendarDayCalls();

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database, {}, { leastWaitMs: 0 });
  ask = new AskedCalls(started);
  manager = await started.signIn('claudia.restrepo');
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

/** Nothing is written to this table until the returned function is called. */
async function stalled(table: string): Promise<() => Promise<void>> {
  const other = createClient({ connectionString: database.ownerUrl });
  await other.connect();
  await other.query(`begin; lock table read.${table} in share mode`);
  return () => other.end();
}

it('while rows lag behind the log, a day is given once, and a unit that is in use stays', async () => {
  const day = { fecha: '2031-05-05', nombre: 'Aniversario', tipo: 'FESTIVO' };
  const company = String(
    (await ask.answer(manager, units.create, { body: { nivel: 'EMPRESA', nombre: 'Orinoquía S.A.' } }))['id'],
  );
  const unit = { nivel: 'UNIDAD_NEGOCIO', nombre: 'Llanos', pertenece_a: company };
  const resume = await Promise.all(['calendar_day', 'org_unit'].map(stalled));
  await ask.answer(manager, days.create, { body: day });
  await ask.answer(manager, units.create, { body: unit });
  const answers = Promise.all([
    ask.refusal(manager, days.create, { body: day }),
    ask.refusal(manager, units.create, { body: { ...unit, nombre: 'llanos' } }),
    ask.refusal(manager, units.remove, { params: { id: company } }),
  ]);
  await delay(1_000);
  await Promise.all(resume.map((end) => end()));
  expect(await answers).toEqual(['409 day_taken', '409 unit_name_taken', '409 in_use']);
});
