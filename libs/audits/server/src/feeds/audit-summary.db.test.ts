import {
  AUDIT_LIST_TOPIC,
  AUDIT_SUMMARY_TOPIC,
  auditListRow,
  auditRow,
  auditSummary,
  changedTreeItem,
  type ItemId,
} from '@cotejo/audits-contracts';
import type { FollowAnswer } from '@cotejo/live/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { account, AuditsApp, principals } from '../handlers/audits-app.fixture.ts';
import { PlanApp } from '../handlers/plan-app.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
/** Frames sent to each user's socket, in order. */
const sent = new Map<string, unknown[]>();
beforeAll(async () => {
  app = await AuditsApp.open();
  app.hub.attach({
    emit: (names, { rows }) => names.forEach((name) => sent.get(name)?.push(...rows)),
    revoke: () => undefined,
    end: () => undefined,
  });
  for (const [name, principal] of principals) {
    sent.set(name, []);
    app.hub.connected(name, principal);
  }
});
beforeEach(async () => {
  plan = await PlanApp.open(app);
  for (const rows of sent.values()) rows.length = 0;
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

async function follow(name: string, topic: string, key: string): Promise<FollowAnswer> {
  const answers: FollowAnswer[] = [];
  await app.hub.follow(name, { topic, key, cursor: -1 }, (answer) => answers.push(answer));
  return answers[0] as FollowAnswer;
}

const sign = (name: string, action: string, who = 'andres') =>
  app.does('post', `riesgo/auditoria_treeitem/${plan.of(name)}/${action}/`, changedTreeItem, {
    body: {},
    name: who,
  });

const summary = () => app.does('get', `${plan.base}/resumen/`, auditSummary);
const row = async () => (await app.data('/', z.array(auditRow))).find(({ id }) => id === plan.audit.id);

async function worked(): Promise<void> {
  await plan.add('HT_RIESGO', 'Fraude', 'Selección de proveedores');
  await plan.add('HT_CONTROL', 'Doble firma', 'Fraude');
  await plan.add('HT_HALLAZGO', 'Sin soporte', 'Doble firma');
  await plan.change('Fraude', { probabilidad: 5, impacto: 5 });
  await plan.change('Doble firma', { valores: { budgetedMinutes: 90 } });
  await plan.change('Sin soporte', { impacto: 3 });
  await sign('Fraude', 'completado');
  await sign('Fraude', 'revisado', 'claudia');
  await plan.change('Doble firma', { status: 'EN_PROCESO' });
  await sign('Doble firma', 'completado');
}

describe('how an audit goes', () => {
  it('is told in figures, of what lives in its plan', async () => {
    await worked();
    app.notes.counts.set(plan.audit.id, { open: 2, answered: 1, closed: 4 });
    const told = await summary();
    expect(told).toMatchObject({
      id: plan.audit.id,
      notas: { abiertas: 2, respondidas: 1, cerradas: 4 },
      notas_abiertas: 3,
      riesgos: {
        ...{ total: 1, inherente_maximo: 25, inherente_promedio: 25, residual_maximo: null },
        mapa: [{ probabilidad: 5, impacto: 5, riesgos: [plan.of('Fraude')] }],
      },
      controles: { total: 1, sin_calificar: 1 },
      hallazgos: { total: 1 },
      horas: { presupuestadas: 480, planeadas: 1.5, cargadas: 0, eficiencia: null },
      ultimo_cambio: { usuario: { sigla: 'AN' }, version: told.version },
    });
    expect(told.riesgos.rangos.map(({ codigo, inherente }) => [codigo, inherente])).toEqual([
      ['low', 0],
      ['medium', 0],
      ['high', 1],
    ]);
    expect(told.hallazgos.por_impacto.find(({ impacto }) => impacto === 3)?.total).toBe(1);
    expect(told.por_tipo.find(({ item_tipo }) => item_tipo === 'HT_RIESGO')).toEqual({
      item_tipo: 'HT_RIESGO',
      total: 1,
      estados: { REVISADO: 1 },
    });
    const counted = told.firmas.contables;
    expect(told.firmas).toEqual({ contables: counted, completados: 2, revisados: 1 });
    expect(told.progreso).toBeCloseTo((100 + 85) / counted, 1);
    expect(told.fases.map(({ nombre }) => nombre)).toEqual(['Planeación', 'Ejecución', 'Informe']);
    expect(told.fases[1]).toMatchObject({ items: 5, progreso: 92.5 });
    expect(await row()).toMatchObject({
      progreso: told.progreso,
      ...{ firmas: told.firmas, notas_abiertas: 3, ultimo_cambio: told.ultimo_cambio },
    });

    await plan.remove('Selección de proveedores');
    expect(await summary()).toMatchObject({
      riesgos: { total: 0, mapa: [] },
      firmas: { completados: 0, revisados: 0 },
      hallazgos: { total: 0 },
    });
  });

  it('of an empty plan is nothing, and no zero', async () => {
    for (const name of ['Planeación', 'Ejecución', 'Informe']) await plan.remove(name);
    expect(await summary()).toMatchObject({
      ...{ progreso: null, fases: [], firmas: { contables: 0, completados: 0, revisados: 0 } },
      riesgos: { inherente_maximo: null },
    });
  });

  it('says that notes could not be counted rather than that there are none', async () => {
    const none = vi.spyOn(app.notes, 'countNotes').mockResolvedValueOnce(null as never);
    expect(await summary()).toMatchObject({ notas: null, notas_abiertas: null });
    none.mockRestore();
  });

  it('names completed tests and steps without evidence, in the order of the plan', async () => {
    await worked();
    await plan.add('HT_CONTROL_TEST', 'Recorrido', 'Doble firma');
    await plan.add('HT_PASO', 'Arqueo', 'Informe');
    await plan.add('HT_PASO', 'Confirmar saldos', 'Informe');
    expect((await summary()).sin_evidencia).toEqual({ total: 0, items: [] });
    for (const name of ['Confirmar saldos', 'Arqueo', 'Recorrido']) {
      await plan.change(name, { status: 'EN_PROCESO' });
      await sign(name, 'completado');
    }
    const bare = ['Recorrido', 'Arqueo', 'Confirmar saldos'].map((name) => plan.of(name));
    expect((await summary()).sin_evidencia).toEqual({ total: 3, items: bare });
    app.evidence.items.add(plan.of('Arqueo') as ItemId);
    await plan.remove('Recorrido');
    expect((await summary()).sin_evidencia).toEqual({ total: 1, items: [plan.of('Confirmar saldos')] });
  });

  it('says that evidence could not be looked up rather than that there is none', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Informe');
    await plan.change('Arqueo', { status: 'EN_PROCESO' });
    await sign('Arqueo', 'completado');
    const none = vi.spyOn(app.evidence, 'evidenced').mockResolvedValueOnce(null);
    expect((await summary()).sin_evidencia).toBeNull();
    none.mockRestore();
  });

  it('moves before the eyes of whoever follows it, and on the list', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    expect(await follow('claudia', AUDIT_SUMMARY_TOPIC, plan.audit.id)).toMatchObject({ ok: true });
    expect(await follow('claudia', AUDIT_LIST_TOPIC, account)).toMatchObject({ ok: true });
    const last = () => {
      const rows = sent.get('claudia') ?? [];
      const listed = rows.flatMap((one) => auditListRow.safeParse(one).data ?? []);
      return {
        summary: rows.flatMap((one) => auditSummary.safeParse(one).data ?? []).at(-1),
        row: listed.findLast(({ id }) => id === plan.audit.id),
      };
    };
    await vi.waitFor(() => expect(last().summary?.firmas.completados).toBe(0));
    await plan.change('Arqueo', { status: 'EN_PROCESO' });
    await sign('Arqueo', 'completado');
    const moved = { firmas: { completados: 1, revisados: 0 } };
    await vi.waitFor(() => expect(last().summary).toMatchObject(moved));
    await vi.waitFor(() => expect(last().row).toMatchObject(moved));
    expect(last().summary).toEqual(await summary());
  });

  it('is told to nobody who may not open the plan', async () => {
    const refused = { ok: false, code: 'access_not_authorized' };
    for (const name of ['marta', 'stranger', 'stranger-admin'])
      expect(await follow(name, AUDIT_SUMMARY_TOPIC, plan.audit.id)).toEqual(refused);
    expect(await follow('claudia', AUDIT_SUMMARY_TOPIC, 'x')).toEqual(refused);
    for (const path of ['resumen', 'configuracion']) {
      expect((await app.call('get', `${plan.base}/${path}/`, { name: 'stranger' })).status).toBe(404);
      expect((await app.call('get', `${plan.base}/${path}/`, { name: 'marta' })).status).toBe(403);
    }
  });
});
