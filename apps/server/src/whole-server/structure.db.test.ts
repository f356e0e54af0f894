import type { SessionData } from '@cotejo/access-contracts';
import { accessCalls } from '@cotejo/access-contracts';
import { calendarDayCalls, companyCalls, orgUnitCalls, workTermsCalls } from '@cotejo/structure-contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AskedCalls } from './asked-calls.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

let database: CopiedDatabase;
let started: StartedServer;
let ask: AskedCalls;
let manager: SessionData;
let auditor: SessionData;
const units = orgUnitCalls();
const days = calendarDayCalls();
const terms = workTermsCalls();

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  ask = new AskedCalls(started);
  [manager, auditor] = (await Promise.all(
    ['claudia.restrepo', 'laura.pineda'].map((name) => started.signIn(name)),
  )) as [SessionData, SessionData];
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

const of = (id: string) => ({ params: { id } });
async function create(nivel: string, nombre: string, pertenece_a: string | null = null): Promise<string> {
  const body = { nivel, nombre, ...(pertenece_a !== null && { pertenece_a }) };
  return String((await ask.answer(manager, units.create, { body }))['id']);
}
const refused = (nivel: string, nombre: string, pertenece_a: string | null) =>
  ask.refusal(manager, units.create, { body: { nivel, nombre, pertenece_a } });

describe('the structure of an account', () => {
  it('holds the demo’s company, told as one tree to all who work in the account', async () => {
    const [company] = await ask.answer(auditor, companyCalls.companies);
    expect(company?.nombre).toBe('Frailejón Alimentos S.A.S.');
    expect(company?.unidades_negocio.map(({ nombre, procesos }) => [nombre, procesos.length])).toEqual([
      ['Administrativa y financiera', 6],
      ['Alimentos', 5],
      ['Tecnología', 2],
    ]);
    const body = { nivel: 'EMPRESA', nombre: 'De Laura' };
    expect(await ask.refusal(auditor, units.create, { body })).toBe('403 access_not_authorized');
  });

  it('gives each part its place and a name of its own there', async () => {
    const company = await create('EMPRESA', 'Andina S.A.');
    const other = await create('EMPRESA', 'Pacífico S.A.');
    const unit = await create('UNIDAD_NEGOCIO', 'Logística', company);
    expect(await refused('PROCESO', 'Despachos', company)).toBe('422 process_of_unit');
    expect(await refused('UNIDAD_NEGOCIO', 'Flota', unit)).toBe('422 unit_of_company');
    expect(await refused('UNIDAD_NEGOCIO', '  LOGISTICA ', company)).toBe('409 unit_name_taken');
    await create('UNIDAD_NEGOCIO', 'Logística', other);
    expect(await refused('UNIDAD_NEGOCIO', 'Nadie', '7b0dfe7e-6c3c-4f0e-9a55-0ba1a1b6a0ff')).toBe(
      '422 reference_not_found',
    );
    expect(await refused('UNIDAD_NEGOCIO', 'Nadie', 'abc')).toBe('422 reference_not_found');
    const read = await ask.answer(auditor, units.read, of(unit));
    expect(read).toMatchObject({
      nivel: 'UNIDAD_NEGOCIO',
      pertenece_a: { id: company, nombre: 'Andina S.A.' },
    });
  });

  it('keeps what is in use, and what would come back to nothing', async () => {
    const company = await create('EMPRESA', 'Caribe S.A.');
    const unit = await create('UNIDAD_NEGOCIO', 'Puertos', company);
    expect(await ask.refusal(manager, units.remove, of(company))).toBe('409 in_use');
    await ask.answer(manager, units.remove, of(unit));
    await ask.answer(manager, units.remove, of(company));
    expect(await ask.refusal(manager, units.restore, { ...of(unit), body: {} })).toBe(
      '409 unit_parent_in_trash',
    );
    expect(await refused('UNIDAD_NEGOCIO', 'Astilleros', company)).toBe('422 reference_not_found');
    await ask.answer(manager, units.restore, { ...of(company), body: {} });
    await ask.answer(manager, units.restore, { ...of(unit), body: {} });
  });

  it('gives a name once, however many ask for it at the same moment', async () => {
    const asked = Array.from({ length: 6 }, () =>
      ask.refusal(manager, units.create, { body: { nivel: 'EMPRESA', nombre: 'A la vez' } }),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter((answer) => answer === '409 unit_name_taken')).toHaveLength(5);
    expect(answers.filter((answer) => answer.startsWith('201'))).toHaveLength(1);
  });
});

describe('the calendar of an account', () => {
  const thisYear = async () => {
    const now = started.server.foundation.clock.now().getUTCFullYear();
    const years = await ask.answer(auditor, accessCalls.people.ownYears);
    const year = years.find(({ ano }) => ano === now);
    if (year === undefined) throw new Error(`no settings of ${now}`);
    return year;
  };

  it('counts working days by law until the account changes a day', async () => {
    const before = await thisYear();
    const fecha = `${before.ano}-01-01`;
    const body = { fecha, nombre: 'Inventario', tipo: 'LABORABLE' };
    const day = await ask.answer(manager, days.create, { body });
    expect((await thisYear()).dias_habiles).toBe(before.dias_habiles + 1);
    expect(await ask.refusal(manager, days.create, { body })).toBe('409 day_taken');
    await ask.answer(manager, days.change, { ...of(String(day['id'])), body: { tipo: 'FESTIVO' } });
    expect((await thisYear()).dias_habiles).toBe(before.dias_habiles);
    await ask.answer(manager, days.remove, of(String(day['id'])));
    await ask.answer(manager, days.create, { body });
  });

  it('takes hours, leave and training from the account’s own terms', async () => {
    const { ano, dias_habiles } = await thisYear();
    const body = {
      ...{ nombre: 'Seis días', desde: `${ano}-01-01`, minutos_dia: 420, dias_semana: 'LUNES_SABADO' },
      ...{ dias_vacaciones: 18, dias_capacitacion: 4 },
    };
    expect(await ask.refusal(manager, terms.create, { body: { ...body, minutos_dia: 0 } })).toBe(
      '422 terms_without_hours',
    );
    const made = await ask.answer(manager, terms.create, { body });
    const year = await thisYear();
    expect(year).toMatchObject({
      horas_dia: [{ desde: `${ano}-01-01`, horas: 7 }],
      ...{ dias_vacaciones: 18, dias_capacitacion: 4 },
    });
    expect(year.dias_habiles).toBeGreaterThan(dias_habiles + 40);
    expect(year.minutos_habiles).toBe(year.dias_habiles * 420);
    const history = await ask.answer(manager, terms.history, of(String(made['id'])));
    expect(history[0]?.cambios).toContainEqual({ campo: 'dailyMinutes', de: null, a: 420 });
  });
});
