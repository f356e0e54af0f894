import { changedTreeItem, treeConfigs, treeItemFields } from '@cotejo/audits-contracts';
import { DEFAULT_RISK_SETTINGS } from '@cotejo/audits-domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditsApp, idOf } from './audits-app.fixture.ts';
import { every, newRecord, PlanApp, refused } from './plan-app.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
beforeAll(async () => {
  app = await AuditsApp.open();
});
beforeEach(async () => {
  plan = await PlanApp.open(app);
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const act = (name: string, action: string, params: object = {}, who = 'andres', headers = {}) =>
  app.does('post', `riesgo/auditoria_treeitem/${plan.of(name)}/apply_action/`, changedTreeItem, {
    body: { action, ...params },
    name: who,
    headers,
  });

const refusedAct = (
  status: number,
  code: string,
  name: string,
  action: string,
  params: object = {},
  who = 'andres',
  headers = {},
) =>
  refused(
    status,
    code,
    app.call('post', `riesgo/auditoria_treeitem/${plan.of(name)}/${action}/`, {
      body: params,
      name: who,
      headers,
    }),
  );

const design = (value: number) =>
  Object.fromEntries(DEFAULT_RISK_SETTINGS.criteria.map(({ code }) => [`design.${code}.value`, value]));

/**
 * A risk of 15 whose control is well designed and moderately tested, and another risk that shares the
 * control.
 */
async function ratedRisks(): Promise<void> {
  await plan.add('HT_RIESGO', 'Fraude', 'Selección de proveedores');
  await plan.add('HT_CONTROL', 'Doble firma', 'Fraude');
  await plan.add('HT_CONTROL_TEST', 'Muestra', 'Doble firma');
  await plan.add('HT_RIESGO', 'Error', 'Selección de proveedores');
  await plan.add('HT_REF', 'La misma', 'Error', { refitem_details: { id: plan.of('Doble firma') } });
  await plan.change('Fraude', { probabilidad: 5, impacto: 3 });
  await plan.change('Error', { valores: { probability: 1, impact: 1 } });
  await act('Doble firma', 'values', { valores: design(5) });
  await plan.change('Muestra', { valores: { execution: 3 } });
}

describe('the figures of a tree', () => {
  it('come with whatever is read of it, by the contract’s names', async () => {
    await ratedRisks();
    const before = await plan.item('Fraude');
    expect(before).toMatchObject({
      ...{ probabilidad: 5, impacto: 3, riesgo_inherente: 15, controles_solidez: 5, riesgo_residual: 3 },
      ...{ status: 'EN_PROCESO', valores: { probability: 5, impact: 3 } },
      extra: { preliminar: true },
    });
    await act('Muestra', 'completado');
    const byId = new Map(every(await plan.tree()).map((item) => [item.id, item]));
    const read = (name: string) => byId.get(plan.of(name));
    for (const name of ['Doble firma', 'La misma'])
      expect(read(name)).toMatchObject({
        ...{ control_diseno: 5, validacion_solidez: 3, control_solidez: 3 },
        extra: { preliminar: false, exento: false },
      });
    expect(read('Fraude')).toMatchObject({ controles_solidez: 3, riesgo_residual: 9 });
    expect(read('Selección de proveedores')).toMatchObject({
      ...{ riesgo_inherente: 15, riesgo_residual: 9, probabilidad: null },
      extra: { riesgo_inherente_promedio: 8, riesgo_residual_promedio: 4.8 },
    });
    // A read of a part of the tree shows the same figures as a read of the whole.
    for (const name of ['Error', 'Fraude', 'Selección de proveedores', 'Doble firma', 'La misma'])
      expect(await plan.item(name)).toEqual(read(name));
    const above = await app.does(
      'get',
      `riesgo/auditoria_treeitem/${plan.of('Doble firma')}/parents/`,
      z.array(treeItemFields),
    );
    expect(above.map(({ riesgo_inherente }) => riesgo_inherente)).toEqual([15, 15, 15]);
  });

  it('are told by the answer of a change too', async () => {
    await ratedRisks();
    expect(await plan.change('Fraude', { probabilidad: 3 })).toMatchObject({
      ...{ probabilidad: 3, riesgo_inherente: 9, riesgo_residual: 1.8, controles_solidez: 5 },
    });
    expect(await plan.change('Selección de proveedores', { nombre: 'Otro' })).toMatchObject({
      riesgo_inherente: 9,
    });
    expect(await plan.change('Fraude', { probabilidad: null })).toMatchObject({
      ...{ probabilidad: null, riesgo_inherente: null, riesgo_residual: null, impacto: 3 },
    });
  });

  it('have their levels, colours and criteria told', async () => {
    const configs = await app.does('get', `${plan.base}/configuracion/`, treeConfigs);
    expect(configs).toMatchObject({
      fase_ejecucion_id: plan.of('Ejecución'),
      control_solidez_choices: [
        { value: 1, color: 'red' },
        { value: 3, color: 'yellow' },
        { value: 5, color: 'green' },
      ],
      metodo_residual: 'porcentaje',
    });
    expect(configs.riesgo_ri_ranges.map(({ codigo, inicio, fin }) => [codigo, inicio, fin])).toEqual([
      ['low', 0, 5],
      ['medium', 5, 15],
      ['high', 15, 25],
    ]);
    expect(configs.criterios_diseno).toHaveLength(7);
    const evaluation = await newRecord(app, 'evaluacion');
    expect(
      await app.does('get', `riesgo/evaluacion/${evaluation}/configuracion/`, treeConfigs),
    ).toMatchObject({ fase_ejecucion_id: null });
  });
});

describe('values', () => {
  it.each<[string, object, string]>([
    ['of another type', { valores: { execution: 3 } }, 'value_not_allowed'],
    ['that nobody knows', { valores: { mood: 'good' } }, 'value_not_allowed'],
    ['off the scale', { valores: { probability: 'often' } }, 'value_invalid'],
    ['of nought', { impacto: 0 }, 'value_invalid'],
  ])('%s are refused', async (_, body, code) => {
    await plan.add('HT_RIESGO', 'Fraude', 'Ejecución');
    const { details } = await refused(
      422,
      code,
      app.call('put', `${plan.base}/tree/${plan.of('Fraude')}/`, { body }),
    );
    expect(details).toHaveProperty('field');
  });

  it('are refused to whoever saw something older, and to whoever may not edit', async () => {
    await plan.add('HT_RIESGO', 'Fraude', 'Ejecución');
    const seen = (await plan.item('Fraude')).version;
    await plan.change('Fraude', { probabilidad: 5 });
    const headers = { 'If-Match': `"${seen}"` };
    await refusedAct(409, 'changed_since', 'Fraude', 'values', { impacto: 5 }, 'oscar', headers);
    await refusedAct(403, 'access_not_authorized', 'Fraude', 'values', { impacto: 5 }, 'hernan');
    await refusedAct(400, 'invalid_request', 'Fraude', 'values', { impacto: 6 });
    expect(await plan.item('Fraude')).toMatchObject({ impacto: null, probabilidad: 5 });
  });
});

describe('signatures', () => {
  beforeEach(async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    await plan.change('Arqueo', { status: 'EN_PROCESO' });
  });

  it('say who and when, fall with an edit, and go when their person takes them back', async () => {
    await act('Arqueo', 'completado', { textos: null });
    await act('Arqueo', 'completado', {}, 'oscar');
    const reviewed = await act('Arqueo', 'revisado', {}, 'claudia');
    expect(reviewed).toMatchObject({
      status: 'REVISADO',
      signature: {
        ...{ completed: true, reviewed: true },
        completers: [{ id: idOf('andres') }, { id: idOf('oscar') }],
        reviewers: [{ id: idOf('claudia') }],
      },
    });
    const { firmas } = await plan.item('Arqueo');
    expect(firmas).toEqual(reviewed.firmas);
    expect(firmas.completado[0]).toMatchObject({ sigla: 'AN', name: 'Andres Prueba' });
    expect(Date.parse(firmas.completado[0]?.fecha ?? '')).toBeLessThanOrEqual(Date.now());
    expect(firmas.completado[0]?.version).toBeLessThan(firmas.completado[1]?.version ?? 0);

    expect(await act('Arqueo', 'retirar_revisado', {}, 'claudia')).toMatchObject({
      status: 'COMPLETADO',
      signature: { completed: true, reviewed: false },
    });
    await act('Arqueo', 'retirar_completado', {}, 'oscar');
    expect((await plan.item('Arqueo')).firmas.completado.map(({ id }) => id)).toEqual([idOf('andres')]);
    await plan.change('Arqueo', { nombre: 'Arqueo de caja' });
    expect(await plan.item('Arqueo')).toMatchObject({
      status: 'EN_PROCESO',
      firmas: { completado: [], revisado: [] },
    });
  });

  it('are put under what was seen, once, by whoever may', async () => {
    const seen = (await plan.item('Arqueo')).version;
    const headers = { 'If-Match': `"${seen}"` };
    await plan.change('Arqueo', { usuario_asignado: idOf('oscar') });
    await refusedAct(409, 'changed_since', 'Arqueo', 'completado', {}, 'oscar', headers);
    await refusedAct(409, 'not_completed', 'Arqueo', 'revisado', {}, 'claudia');
    await refusedAct(409, 'not_signed', 'Arqueo', 'retirar_completado');
    await act('Arqueo', 'completado');
    await refusedAct(409, 'already_signed', 'Arqueo', 'completado');
    await refusedAct(422, 'reviewer_is_preparer', 'Arqueo', 'revisado');
    await refusedAct(403, 'forbidden', 'Arqueo', 'revisado', {}, 'oscar');
    await refusedAct(400, 'invalid_request', 'Arqueo', 'completado', { textos: -1 });
  });

  it('are among what an item may be asked for', async () => {
    const actions = (name: string) =>
      app.does('get', `riesgo/auditoria_treeitem/${plan.of(name)}/actions/`, z.array(z.string()));
    expect(await actions('Arqueo')).toEqual(expect.arrayContaining(['values', 'completado', 'revisado']));
    expect(await actions('Ejecución')).not.toContain('completado');
    expect(await actions('Ejecución')).not.toContain('values');
  });
});
