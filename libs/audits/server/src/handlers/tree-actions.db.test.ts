import { changedTreeItem, changeRow, treeItemFields, treeItemRead } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AuditsApp, idOf } from './audits-app.fixture.ts';
import { PlanApp, refused } from './plan-app.fixture.ts';
import { planOfEachTest } from './plan-of-each-test.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
planOfEachTest((opened, made) => {
  app = opened;
  plan = made;
});

describe('batch_assign', () => {
  it('gives items to a person, and takes them back, all at once', async () => {
    for (const name of ['A', 'B']) await plan.add('HT_PASO', name, 'Ejecución');
    const treeitem_ids = ['A', 'B', 'A'].map((name) => plan.of(name));
    const before = (await plan.item('A')).version;
    const done = await plan.acts('tree/actions/batch_assign/', { usuario: idOf('oscar'), treeitem_ids });
    expect(done).toMatchObject({ ids: treeitem_ids.slice(0, 2), auditoria: plan.audit.id, projected: true });
    expect(done.version).toBeGreaterThan(before);
    const assignees = async () =>
      (await plan.item('Ejecución')).items.map(({ usuario_asignado }) => usuario_asignado?.sigla);
    expect(await assignees()).toEqual([undefined, 'OS', 'OS']);
    await plan.acts('tree/actions/batch_assign/', { usuario: null, treeitem_ids });
    expect(await assignees()).toEqual([undefined, undefined, undefined]);
  });

  it.each<[string, (ids: string[]) => object, number, string]>([
    [
      'one that is not there',
      (ids) => ({ treeitem_ids: [...ids, crypto.randomUUID()] }),
      404,
      'item_not_found',
    ],
    [
      'a person outside the team',
      (treeitem_ids) => ({ treeitem_ids, usuario: idOf('laura') }),
      422,
      'assignee_not_in_team',
    ],
    ['no items', () => ({ treeitem_ids: [] }), 400, 'invalid_request'],
    [
      'more than may be',
      () => ({ treeitem_ids: Array.from({ length: 501 }, () => crypto.randomUUID()) }),
      400,
      'invalid_request',
    ],
    ['one that is no id', (ids) => ({ treeitem_ids: [...ids, 7] }), 400, 'invalid_request'],
    ['no person said', (treeitem_ids) => ({ treeitem_ids, usuario: undefined }), 400, 'invalid_request'],
  ])('of %s assigns none', async (_, change, status, code) => {
    await plan.add('HT_PASO', 'A', 'Ejecución');
    const body = { usuario: idOf('oscar'), ...change([plan.of('A')]) };
    await refused(status, code, app.call('post', `${plan.base}/tree/actions/batch_assign/`, { body }));
    expect((await plan.item('A')).usuario_asignado).toBeNull();
  });
});

describe('an item by its id alone', () => {
  const act = (name: string, action: string, body: object, method: 'post' | 'put' = 'post') =>
    app.does(method, `riesgo/auditoria_treeitem/${plan.of(name)}/${action}/`, changedTreeItem, { body });

  it('has every action of its own, by POST, by PUT and by apply_action', async () => {
    await plan.add('HT_RIESGO', 'Corte', 'Ejecución');
    expect(await act('Corte', 'rename', { nombre: 'Corte contable' })).toMatchObject({
      _nombre: 'Corte contable',
    });
    expect(await act('Corte', 'recode', { codigo: 'R-9' }, 'put')).toMatchObject({ codigo: 'R-9' });
    expect(await act('Corte', 'assign', { usuario: idOf('oscar') })).toMatchObject({ status: 'ASIGNADO' });
    expect(await act('Corte', 'status', { status: 'EN_PROCESO', desde: 'ASIGNADO' })).toMatchObject({
      status: 'EN_PROCESO',
    });
    expect(await act('Corte', 'schedule', { fecha_inicio: null, fecha_fin: '2026-05-01' })).toMatchObject({
      fecha_fin: '2026-05-01',
    });
    expect(await act('Corte', 'describe', { factores: ['Cierre manual'] })).toMatchObject({
      factores: ['Cierre manual'],
      objetivos: [],
    });
    expect(await act('Corte', 'move', { parent: plan.of('Informe'), position: 1 })).toMatchObject({
      parent: plan.of('Informe'),
      position: 1,
    });
    const copy = await act('Corte', 'duplicate', { nombre: 'Corte (copia)' });
    expect(copy).toMatchObject({
      _nombre: 'Corte (copia)',
      position: 2,
      status: 'NUEVO',
      usuario_asignado: null,
    });
    await act('Corte', 'delete', {});
    expect(await act('Corte', 'apply_action', { action: 'restore' })).toMatchObject({
      _nombre: 'Corte contable',
    });
    const other = await PlanApp.open(app, { nombre: 'Otra' });
    expect(await act('Corte', 'apply_action', { action: 'copy', destino: other.audit.id })).toMatchObject({
      _nombre: 'Corte contable',
      codigo: 'R-001',
    });
    await plan.add('HT_HALLAZGO', 'Sin soporte', 'Corte');
    expect(await act('Sin soporte', 'treatment', { tratamiento_hallazgo: 'PLAN_DE_ACCION' })).toMatchObject({
      plan_accion_status: 'NUEVO',
    });
    plan.ids.set('Plan', `${plan.of('Sin soporte')}-PA`);
    expect(
      await act('Plan', 'plan_treatment', { plan_accion_tratamiento_plan_accion: 'NO_EVALUAR' }),
    ).toMatchObject({ plan_accion_tratamiento_plan_accion: 'NO_EVALUAR' });
  });

  it('tells of itself', async () => {
    await plan.add('HT_RIESGO', 'Uno', 'Selección de proveedores');
    await plan.add('HT_RIESGO', 'Dos', 'Ejecución');
    await plan.add('HT_CONTROL', 'Doble firma', 'Uno');
    const { ids } = await plan.acts('actions/controles/', {
      ids: [plan.of('Doble firma')],
      parent: plan.of('Dos'),
    });
    const read = <T>(name: string, what: string, shape: z.ZodType<T>) =>
      app.does('get', `riesgo/auditoria_treeitem/${plan.of(name)}/${what}/`, shape);
    expect((await read('Uno', 'detail', treeItemRead)).items).toHaveLength(1);
    expect((await read('Uno', 'items', z.array(treeItemFields))).map(({ _nombre }) => _nombre)).toEqual([
      'Doble firma',
    ]);
    expect((await read('Uno', 'parents', z.array(treeItemFields))).map(({ _nombre }) => _nombre)).toEqual([
      'Ejecución',
      'Selección de proveedores',
    ]);
    expect((await read('Doble firma', 'references', z.array(treeItemFields))).map(({ id }) => id)).toEqual(
      ids,
    );
    expect((await read('Uno', 'history', z.array(changeRow))).map(({ type }) => type)).toEqual([
      'TreeItemCreated',
    ]);
    expect(await read('Doble firma', 'actions', z.array(z.string()))).toEqual(
      expect.arrayContaining(['rename', 'move', 'delete', 'copy']),
    );
    expect(await read('Doble firma', 'actions', z.array(z.string()))).not.toContain('duplicate');
    await refused(
      400,
      'invalid_request',
      app.call('get', `riesgo/auditoria_treeitem/${plan.of('Uno')}/nada/`),
    );
  });

  it.each<[string, string, object, number, string]>([
    ['an action that is none', 'explode', {}, 400, 'invalid_request'],
    ['an action without what it takes', 'rename', {}, 400, 'invalid_request'],
    ['an action with more than it takes', 'rename', { nombre: 'x', color: 'red' }, 400, 'invalid_request'],
    ['no action at all', 'apply_action', {}, 400, 'invalid_request'],
    ['the prototype’s', 'apply_action', { action: 'constructor' }, 400, 'invalid_request'],
    [
      'a status that has changed',
      'status',
      { status: 'COMPLETADO', desde: 'EN_PROCESO' },
      409,
      'status_conflict',
    ],
    [
      'what it may not have',
      'treatment',
      { tratamiento_hallazgo: 'NO_PLAN_DE_ACCION' },
      422,
      'treatment_not_applicable',
    ],
  ])('is refused %s', async (_, action, body, status, code) => {
    await plan.add('HT_RIESGO', 'Corte', 'Ejecución');
    await refused(
      status,
      code,
      app.call('post', `riesgo/auditoria_treeitem/${plan.of('Corte')}/${action}/`, { body }),
    );
  });

  it('of two audits that both have it is the older one’s, and each audit’s own where the audit is named', async () => {
    const id = crypto.randomUUID();
    const other = await PlanApp.open(app, { nombre: 'Otra' });
    await other.add('HT_PASO', 'De la otra', 'Ejecución', { id });
    await plan.add('HT_PASO', 'De esta', 'Ejecución', { id });
    expect(await act('De esta', 'rename', { nombre: 'De la primera' })).toMatchObject({
      _nombre: 'De la primera',
    });
    expect((await other.item('De la otra'))._nombre).toBe('De la otra');
    await plan.remove('De esta');
    expect(await act('De esta', 'rename', { nombre: 'De la segunda' })).toMatchObject({
      _nombre: 'De la segunda',
    });
  });
});

describe('tree_item', () => {
  it('lists, reads, makes, changes and deletes items of a type', async () => {
    const auditoria = plan.audit.id;
    const made = await app.does('post', 'riesgo/tree_item/HT_RIESGO/', changedTreeItem, {
      body: { auditoria, parent: plan.of('Ejecución'), nombre: 'Corte' },
    });
    const list = await app.does(
      'get',
      `riesgo/tree_item/risk/?auditoria=${auditoria}`,
      z.array(treeItemFields),
    );
    expect(list.map(({ id }) => id)).toEqual([made.id]);
    const path = `riesgo/tree_item/HT_RIESGO/${made.id}/`;
    expect(await app.does('get', path, treeItemRead)).toMatchObject({ _nombre: 'Corte', items: [] });
    expect(
      await app.does('put', path, changedTreeItem, { body: { nombre: 'Corte contable' } }),
    ).toMatchObject({ nombre: 'R-001 Corte contable' });
    await refused(404, 'item_not_found', app.call('get', `riesgo/tree_item/HT_CONTROL/${made.id}/`));
    await app.does('delete', path, changedTreeItem);
    await refused(404, 'item_not_found', app.call('get', path));
    await refused(400, 'invalid_request', app.call('get', 'riesgo/tree_item/HT_RIESGO/'));
    await refused(
      400,
      'invalid_request',
      app.call('get', `riesgo/tree_item/HT_NADA/?auditoria=${auditoria}`),
    );
    await refused(404, 'audit_not_found', app.call('get', `riesgo/tree_item/risk/?evaluacion=${auditoria}`));
  });
});
