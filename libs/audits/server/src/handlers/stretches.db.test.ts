import { auditDetail, auditRow, auditSummary, teamMemberRead } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditsApp, idOf } from './audits-app.fixture.ts';
import { PlanApp, submit } from './plan-app.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;

beforeAll(async () => {
  app = await AuditsApp.open();
});
beforeEach(async () => {
  plan = await PlanApp.open(app);
  await plan.add('HT_PASO', 'Conciliar', 'Ejecución');
  await plan.add('HT_PASO', 'Recontar', 'Ejecución');
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const SPRINT = '60000000-0000-4000-8000-000000000001';
const VISITS = ['60000000-0000-4000-8000-000000000002', '60000000-0000-4000-8000-000000000003'] as const;
const ask = (intent: { kind: string; [field: string]: unknown }, name = 'andres') =>
  submit(plan, name, intent);
const allot = (name: string, stretch: string, isIn = true) =>
  ask({ kind: 'allot_item', id: plan.of(name), stretch, isIn });

describe('sprints and visits', () => {
  it('leave items out of progress, in the list, the summary and the audit alike', async () => {
    const id = plan.of('Conciliar');
    await ask({ kind: 'change_status', id, from: 'new', to: 'in_progress' });
    const progress = async () => {
      const rows = await app.does('get', 'riesgo/auditoria/', z.array(auditRow));
      const { progreso } = await app.does('get', `${plan.base}/resumen/`, auditSummary);
      const detail = await app.does('get', `${plan.base}/`, auditDetail);
      return [rows.find((row) => row.id === plan.audit.id)?.progreso, progreso, detail.progreso];
    };
    const same = (figure: number) => [figure, figure, figure];
    // One of eight counted items is in progress.
    expect(await progress()).toEqual(same(5));
    await ask({ kind: 'set_sprint', stretch: SPRINT, name: 'Después', countsForProgress: false });
    await allot('Recontar', SPRINT);
    expect(await progress()).toEqual(same(5.7));
    await ask({ kind: 'set_sprint', stretch: SPRINT, countsForProgress: true });
    expect(await progress()).toEqual(same(5));
    await ask({ kind: 'set_sprint', stretch: SPRINT, countsForProgress: false });
    await allot('Conciliar', SPRINT);
    expect(await progress()).toEqual(same(0));
    await ask({ kind: 'set_sprint', stretch: SPRINT, isRemoved: true });
    expect(await progress()).toEqual(same(5));
  });

  it('show an item its first visit, and members theirs', async () => {
    const [first, second] = VISITS;
    const members = [idOf('oscar')];
    await ask({ kind: 'set_visit', stretch: second, name: 'Seguimiento', position: 2, members });
    await ask({ kind: 'set_visit', stretch: first, name: 'Bodega', position: 1 });
    await allot('Recontar', second);
    expect((await plan.item('Recontar')).visita).toEqual({ id: second, name: 'Seguimiento', position: 2 });
    await allot('Recontar', first);
    expect((await plan.item('Recontar')).visita).toEqual({ id: first, name: 'Bodega', position: 1 });
    await ask({ kind: 'set_visit', stretch: first, isRemoved: true });
    expect((await plan.item('Recontar')).visita?.id).toBe(second);
    const team = await app.does('get', `${plan.base}/equipo/`, z.array(teamMemberRead));
    const visits = new Map(team.map(({ usuario, visitas }) => [usuario.id, visitas]));
    expect([visits.get(idOf('oscar')), visits.get(idOf('andres'))]).toEqual([
      [{ id: second, name: 'Seguimiento', position: 2 }],
      [],
    ]);
  });
});
