import type { SessionData } from '@cotejo/access-contracts';
import { auditCalls, auditTrashCalls } from '@cotejo/audits-contracts';
import {
  annualPlan,
  annualPlanCalls,
  plannedAudit,
  planCapacityCalls,
  plannedAuditCalls,
  type AnnualPlanRow,
  type PlannedAuditRow,
} from '@cotejo/planning-contracts';
import { rowFromWire, toWire } from '@cotejo/record';
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
let owner: SessionData;
const plans = annualPlanCalls();
const rows = plannedAuditCalls();

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  ask = new AskedCalls(started);
  [manager, auditor, owner] = (await Promise.all(
    ['claudia.restrepo', 'laura.pineda', 'marta.suarez'].map((name) => started.signIn(name)),
  )) as [SessionData, SessionData, SessionData];
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

const of = ({ id }: { readonly id: string }) => ({ params: { id } });
const planOf = async (year: number): Promise<AnnualPlanRow> =>
  rowFromWire(annualPlan, await ask.answer(manager, plans.create, { body: { ano: year } }));
const figures = (year: number) => ({
  ...{ startDate: `${year}-02-01`, endDate: `${year}-03-31`, minutes: 6_000, cost: 3_000_000_000 },
  team: [auditor.user.id],
});
const add = async (plan: AnnualPlanRow, values: object = {}): Promise<PlannedAuditRow> => {
  const body = toWire(plannedAudit, {
    ...{ plan: plan.id, origin: 'planned', subject: 'Tesorería', basis: 'risk', kind: 'audit_plan' },
    ...figures(plan.year),
    ...values,
  });
  return rowFromWire(plannedAudit, await ask.answer(manager, rows.create, { body }));
};
const rowsOf = async (by: SessionData, plan: string): Promise<PlannedAuditRow[]> => {
  const { filas } = await ask.answer(by, rows.list, { query: { plan, por_pagina: '500' } });
  return filas.map((row) => rowFromWire(plannedAudit, row));
};

describe('the plan of a year', () => {
  it('is drafted, sent, approved and then changed with reasons beside what was approved', async () => {
    const plan = await planOf(2040);
    const row = await add(plan);
    expect(row).toMatchObject({
      ...{ minutes: 6_000, cost: 3_000_000_000, term: 'q1', variance: 'none', status: 'planned' },
      plan: { id: plan.id, name: '2040' },
      team: [{ id: auditor.user.id, name: 'Laura Pineda' }],
    });
    await ask.answer(manager, plans.send, { ...of(plan), body: {} });
    expect(await ask.refusal(manager, rows.change, { ...of(row), body: { tema: 'Caja' } })).toBe(
      '409 plan_sent',
    );
    expect(await ask.refusal(manager, rows.remove, of(row))).toBe('409 plan_sent');
    const approval = { fecha_aprobacion: '2020-01-20', acta: 'Acta 1' };
    await ask.answer(manager, plans.approve, { ...of(plan), body: approval });
    expect(await ask.refusal(manager, rows.change, { ...of(row), body: { tema: 'Caja' } })).toBe(
      '409 plan_approved',
    );
    const amendment = { ...figures(2040), minutes: 9_000, reason: 'Más alcance' };
    const body = toWire(plannedAudit, amendment);
    const amended = rowFromWire(plannedAudit, await ask.answer(manager, rows.amend, { ...of(row), body }));
    expect(amended).toMatchObject({
      ...{ minutes: 9_000, approvedMinutes: 6_000, approvedCost: 3_000_000_000, variance: 'hours' },
      ...{ changeReason: 'Más alcance', approvedTeam: [{ name: 'Laura Pineda' }] },
    });
    expect(await rowsOf(auditor, plan.id)).toEqual([amended]);
    const history = await ask.answer(auditor, rows.history, of(row));
    expect(history.map(({ accion }) => accion)).toEqual(['create', 'amend']);
    expect(history[1]?.cambios).toContainEqual({ campo: 'minutes', de: 6_000, a: 9_000 });
    expect(history[1]?.cambios.map(({ campo }) => campo)).not.toContain('team');
  });

  it('exists once, and its rows stay in it', async () => {
    const plan = await planOf(2041);
    expect(await ask.refusal(manager, plans.create, { body: { ano: 2041 } })).toBe('409 plan_exists');
    expect(await ask.refusal(manager, plans.remove, of(plan))).toBe('409 plan_kept');
    const row = await add(plan);
    expect(await ask.refusal(manager, rows.change, { ...of(row), body: { plan: plan.id } })).toBe(
      '400 invalid_request',
    );
    const elsewhere = toWire(plannedAudit, { ...figures(2041), plan: row.id, origin: 'planned' });
    const rest = { tema: 'x', razon: 'RIESGO', record_type: 'plan' };
    expect(await ask.refusal(manager, rows.create, { body: { ...elsewhere, ...rest } })).toBe(
      '422 reference_not_found',
    );
    // Who only reads, or answers action plans, neither leads nor is in a team.
    for (const name of ['hernan.duque', 'marta.suarez']) {
      const { user } = await started.signIn(name);
      for (const body of [{ lider: user.id }, { equipo: [auditor.user.id, user.id] }]) {
        expect(await ask.refusal(manager, rows.change, { ...of(row), body })).toBe('422 reference_not_found');
      }
    }
    const stranger = { equipo: [plan.id] };
    expect(await ask.refusal(manager, rows.change, { ...of(row), body: stranger })).toBe(
      '422 reference_not_found',
    );
  });

  it('is written by those who may create audits, and read by those who may list them', async () => {
    const plan = await planOf(2042);
    await add(plan);
    expect(await rowsOf(auditor, plan.id)).toHaveLength(1);
    expect(await ask.refusal(auditor, plans.send, { ...of(plan), body: {} })).toBe(
      '403 access_not_authorized',
    );
    expect(await ask.refusal(auditor, plans.create, { body: { ano: 2043 } })).toBe(
      '403 access_not_authorized',
    );
    expect(await ask.refusal(owner, rows.list)).toBe('403 access_not_authorized');
  });
});

describe('the audit of a planned row', () => {
  const approve = async (plan: AnnualPlanRow): Promise<void> => {
    await ask.answer(manager, plans.send, { ...of(plan), body: {} });
    const approval = { fecha_aprobacion: '2020-01-20', acta: 'Acta 1' };
    await ask.answer(manager, plans.approve, { ...of(plan), body: approval });
  };
  const auditOf = async (year: number): Promise<string> => {
    const facts = { fecha_inicio: `${year}-02-01`, fecha_fin: `${year}-03-31`, horas_presupuestadas: 10 };
    const body = { nombre: `Caja ${year}`, ...facts, lider: manager.user.id, procesos: ['Caja'] };
    return (await ask.answer(manager, auditCalls.create, { body })).id;
  };
  const link = (row: PlannedAuditRow, auditoria: string) => ({ ...of(row), body: { auditoria } });
  const reason = { body: { motivo: 'Era otra' } };

  it('is of the planned kind and year, and of no other row', async () => {
    const [audit, plan] = await Promise.all([auditOf(2044), planOf(2044)]);
    const [first, second, financial] = await Promise.all([
      add(plan),
      add(plan, { subject: 'Caja' }),
      add(plan, { subject: 'Estados financieros', kind: 'financial_audit' }),
    ]);
    await approve(plan);
    expect(await ask.refusal(manager, rows.link, link(financial, audit))).toBe('422 plan_kind_differs');
    expect(await ask.refusal(manager, rows.link, link(first, await auditOf(2045)))).toBe(
      '422 plan_year_differs',
    );
    await ask.answer(manager, rows.link, link(first, audit));
    expect(await ask.refusal(manager, rows.link, link(second, audit))).toBe('409 plan_audit_linked');
    await ask.answer(manager, rows.unlink, { ...of(first), ...reason });
    await ask.answer(manager, rows.link, link(second, audit));
  });

  it('is not in the trash, but one that is put there keeps its name', async () => {
    const [audit, plan] = await Promise.all([auditOf(2049), planOf(2049)]);
    const [first, second] = await Promise.all([add(plan), add(plan, { subject: 'Caja' })]);
    await approve(plan);
    await ask.answer(manager, rows.link, link(first, audit));
    await ask.answer(manager, auditTrashCalls.remove, { params: { id: audit } });
    const linked = (await rowsOf(manager, plan.id)).find(({ id }) => id === first.id);
    expect(linked?.audit).toMatchObject({ id: audit, name: 'Caja 2049' });
    await ask.answer(manager, rows.unlink, { ...of(first), ...reason });
    expect(await ask.refusal(manager, rows.link, link(second, audit))).toBe('422 reference_not_found');
  });
});

describe('hours against capacity', () => {
  const year = new Date().getFullYear();
  const asked = { params: { ano: String(year) } };
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

  it('are read with the working time of each day and the hours in open audits', async () => {
    const { dias, compromisos } = await ask.answer(manager, planCapacityCalls.capacity, asked);
    const isLeap = (of: number) => (of % 4 === 0 && of % 100 !== 0) || of % 400 === 0;
    expect(dias).toHaveLength(730 + Number(isLeap(year)) + Number(isLeap(year + 1)));
    expect(dias[0]).toBe(0);
    expect(sum(dias.slice(0, 365)) / 60).toBeGreaterThan(1_800);
    const audits = await ask.answer(manager, auditCalls.list);
    const open = new Set<string>(audits.map(({ id }) => id));
    expect(compromisos.length).toBeGreaterThan(0);
    expect(compromisos.every(({ auditoria }) => open.has(auditoria))).toBe(true);
    expect(compromisos.some(({ minutos }) => sum(minutos) > 0)).toBe(true);
  });

  it('are for those who plan', async () => {
    expect(await ask.refusal(auditor, planCapacityCalls.capacity, asked)).toBe('403 access_not_authorized');
  });
});

it('a postponed row moves to the plan of another year once, and is taken back when it is withdrawn there', async () => {
  const [plan, next] = await Promise.all([planOf(2046), planOf(2047)]);
  const row = await add(plan);
  await ask.answer(manager, plans.send, { ...of(plan), body: {} });
  const approval = { fecha_aprobacion: '2020-01-20', acta: 'Acta 1' };
  await ask.answer(manager, plans.approve, { ...of(plan), body: approval });
  const moving = {
    ...figures(2047),
    movedFrom: row.id,
    subject: 'Tesorería',
    basis: 'risk',
    kind: 'audit_plan',
  };
  const body = toWire(plannedAudit, { ...moving, plan: next.id, origin: 'planned' });
  expect(await ask.refusal(manager, rows.create, { body })).toBe('409 plan_row_not_postponed');
  const reason = { body: { motivo: 'No alcanza el tiempo' } };
  await ask.answer(manager, rows.postpone, { ...of(row), ...reason });
  const moved = rowFromWire(plannedAudit, await ask.answer(manager, rows.create, { body }));
  expect(moved).toMatchObject({ movedFrom: { id: row.id, name: 'Tesorería' }, plan: { name: '2047' } });
  expect(await ask.refusal(manager, rows.create, { body })).toBe('409 plan_row_moved');
  expect(await ask.refusal(manager, rows.reinstate, { ...of(row), ...reason })).toBe('409 plan_row_moved');
  await ask.answer(manager, rows.remove, of(moved));
  const back = rowFromWire(
    plannedAudit,
    await ask.answer(manager, rows.reinstate, { ...of(row), ...reason }),
  );
  expect(back.status).toBe('planned');
});

it('the demo account has the plans of two years, with one logged change', async () => {
  const { filas } = await ask.answer(manager, plans.list);
  const year = new Date().getFullYear();
  const found = filas.map((row) => rowFromWire(annualPlan, row)).filter((plan) => plan.year <= year);
  expect(found.map((plan) => `${plan.year - year} ${plan.status}`).toSorted()).toEqual([
    '-1 approved',
    '0 approved',
  ]);
  const current = await rowsOf(manager, found.find((plan) => plan.year === year)?.id ?? '');
  expect(
    current.map(({ subject, status, variance }) => `${subject} ${status} ${variance}`).toSorted(),
  ).toEqual([
    'Accesos de TI planned none',
    'Compras y pagos created none',
    'Impuestos planned none',
    'Inventarios planned several',
    'SAGRILAFT created none',
    'Ventas planned none',
  ]);
  expect(
    current.flatMap(({ subject, audit }) => (audit === null ? [] : [`${subject} ${audit.code}`])).toSorted(),
  ).toEqual([`Compras y pagos AUD-${year}-004`, `SAGRILAFT AUD-${year}-003`]);
});
