import {
  auditDetail,
  auditStream,
  changedTree,
  changedTreeItem,
  changeRow,
  treeItemFields,
  treeItemRead,
} from '@cotejo/audits-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditPorts } from '../ports/audit-ports.ts';
import { account, AuditsApp, idOf, principals } from './audits-app.fixture.ts';
import { every, outline, PlanApp } from './plan-app.fixture.ts';

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

const refused = async (status: number, code: string, call: Promise<{ status: number; body: unknown }>) => {
  const { status: given, body } = await call;
  expect([given, body]).toEqual([status, expect.objectContaining({ code })]);
};

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

describe('copies under a parent', () => {
  it('share controls of this audit as references, those of another as links', async () => {
    for (const name of ['Uno', 'Dos']) await plan.add('HT_RIESGO', name, 'Ejecución');
    await plan.add('HT_CONTROL', 'Doble firma', 'Uno');
    const other = await PlanApp.open(app, { nombre: 'Otra' });
    await other.add('HT_RIESGO', 'Ajeno', 'Ejecución');
    await other.add('HT_CONTROL', 'Conciliación', 'Ajeno');
    const ids = [plan.of('Doble firma'), other.of('Conciliación')];
    const done = await plan.acts('actions/controles/', { ids, parent: plan.of('Dos') });
    expect((await plan.item('Dos')).items).toMatchObject([
      { id: done.ids[0], item_tipo: 'HT_REF', refitem_details: { id: ids[0], auditoria: null } },
      { id: done.ids[1], item_tipo: 'HT_LINK', refitem_details: { id: ids[1], auditoria: other.audit.id } },
    ]);
    await refused(
      422,
      'child_type_not_allowed',
      app.call('post', `${plan.base}/actions/controles/`, {
        body: { ids: [ids[0]], parent: plan.of('Dos') },
      }),
    );
    await refused(
      422,
      'not_shareable',
      app.call('post', `${plan.base}/actions/controles/`, {
        body: { ids: [plan.of('Uno')], parent: plan.of('Dos') },
      }),
    );
  });

  it('bring risks of a library with their profile, locked, their controls as links', async () => {
    const library = await newRecord('biblioteca');
    const risk = await addTo(library, 'HT_RIESGO', 'Fraude en compras', null, {
      codigo: 'RB-7',
      riesgo_general: 'Fraude',
    });
    await addTo(library, 'HT_CONTROL', 'Segregación', risk);
    const body = { riesgo_ids: [risk], parent: plan.of('Ejecución'), after: null };
    const done = await app.does('post', `plan/auditoria/${plan.audit.id}/actions/riesgos/`, changedTree, {
      body,
    });
    const [copy] = (await plan.item('Ejecución')).items;
    expect(copy).toMatchObject({
      id: done.ids[0],
      codigo: 'RB-7',
      _nombre: 'Fraude en compras',
      origen: 'library',
      riesgo_general: 'Fraude',
      items: [{ item_tipo: 'HT_LINK', _nombre: 'Segregación' }],
    });
    await refused(
      422,
      'rename_locked',
      app.call('put', `${plan.base}/tree/${done.ids[0]}/`, { body: { nombre: 'x' } }),
    );
    await refused(
      422,
      'not_copyable',
      app.call('post', `riesgo/auditoria/${plan.audit.id}/actions/riesgos/`, {
        body: { ...body, copy_from: 'evaluacion' },
      }),
    );
    await refused(
      404,
      'item_not_found',
      app.call('post', `riesgo/auditoria/${plan.audit.id}/actions/riesgos/`, {
        body: { ...body, riesgo_ids: [crypto.randomUUID()] },
      }),
    );
    const log = await app.does('get', `${plan.base}/historial/?limite=5`, z.array(changeRow));
    expect(log.find(({ item }) => item?.id === done.ids[0])?.detail).toMatchObject({ copied: true });
  });

  it('of an evaluation lock the code alone', async () => {
    const evaluation = await newRecord('evaluacion');
    const unit = await addTo(evaluation, 'GR_UNIDAD_NEGOCIO', 'Bogotá', null);
    const risk = await addTo(evaluation, 'HT_RIESGO', 'Corte', unit, { codigo: 'RE-1' });
    const body = { riesgo_ids: [risk], parent: plan.of('Ejecución'), copy_from: 'evaluacion' };
    const { ids } = await plan.acts('actions/riesgos/', body);
    await refused(
      422,
      'code_locked',
      app.call('put', `${plan.base}/tree/${ids[0]}/`, { body: { codigo: 'x' } }),
    );
    await app.does('put', `${plan.base}/tree/${ids[0]}/`, changedTreeItem, {
      body: { nombre: 'Corte contable' },
    });
  });

  it('lock risks of elsewhere by whichever call they come, also within a group and from audit to audit', async () => {
    const library = await newRecord('biblioteca');
    const general = await addTo(library, 'HT_RIESGO', 'Fraude', null, { codigo: 'RB-7' });
    const evaluation = await newRecord('evaluacion');
    const unit = await addTo(evaluation, 'GR_UNIDAD_NEGOCIO', 'Bogotá', null);
    const process = await addTo(evaluation, 'GR_PROCESO', 'Ventas', unit);
    await addTo(evaluation, 'HT_RIESGO', 'Corte', process, { codigo: 'RE-1' });
    const parent = plan.of('Ejecución');
    const origins = async (base: string, id: string | undefined) =>
      every([await app.does('get', `${base}/tree/${id}/`, treeItemRead)]).flatMap(
        ({ item_tipo, codigo, origen }) => (item_tipo === 'HT_RIESGO' ? [[codigo, origen]] : []),
      );
    const copy = (id: string | undefined, body: object) =>
      app.does('post', `riesgo/auditoria_treeitem/${id}/actions/copy/`, changedTree, { body });

    const alone = await copy(general, { destino: plan.audit.id, parent });
    expect(await origins(plan.base, alone.ids[0])).toEqual([['RB-7', 'library']]);
    const group = await plan.acts('actions/procesos/', { ids: [process], parent });
    expect(await origins(plan.base, group.ids[0])).toEqual([['RE-1', 'evaluation']]);
    const other = await PlanApp.open(app, { nombre: 'Otra' });
    const further = await copy(alone.ids[0], { destino: other.audit.id, parent: other.of('Ejecución') });
    expect(await origins(other.base, further.ids[0])).toEqual([['RB-7', 'library']]);
  });

  it('of a kind are made within the audit and between audits, in the order asked for', async () => {
    await plan.add('HT_PASO', 'A', 'Ejecución');
    await plan.add('HT_PASO', 'B', 'Ejecución');
    const other = await PlanApp.open(app, { nombre: 'Otra' });
    const ids = [plan.of('B'), plan.of('A')];
    const into = { ids, parent: other.of('Informe'), after: null };
    await app.does('post', `${other.base}/actions/pasos/`, changedTree, { body: into });
    expect((await other.item('Informe')).items.map(({ _nombre }) => _nombre).slice(0, 2)).toEqual(['B', 'A']);
    await plan.acts('actions/pasos/', { ids, parent: plan.of('Informe') });
    expect((await plan.item('Informe')).items.map(({ _nombre }) => _nombre).slice(-2)).toEqual(['B', 'A']);
    await refused(
      422,
      'not_copyable',
      app.call('post', `${plan.base}/actions/riesgos/`, {
        body: { riesgo_ids: ids, parent: plan.of('Ejecución'), copy_from: 'auditoria' },
      }),
    );
    await refused(
      422,
      'not_copyable',
      app.call('post', `${plan.base}/actions/procesos/`, { body: { ids, parent: null } }),
    );
    await refused(
      400,
      'invalid_request',
      app.call('post', `${plan.base}/actions/cosas/`, { body: { ids, parent: null } }),
    );
  });

  it('under a key are made once, with the same ids', async () => {
    await plan.add('HT_PASO', 'A', 'Ejecución');
    const body = { ids: [plan.of('A')], parent: plan.of('Informe') };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const copy = () => app.does('post', `${plan.base}/actions/pasos/`, changedTree, { body, headers });
    const first = await copy();
    await app.base.pool.query('delete from es.answer');
    expect((await copy()).ids).toEqual(first.ids);
    expect((await plan.item('Informe')).items).toHaveLength(4);
  });
});

describe('copying one item', () => {
  it('takes it to another audit with what is under it, where it is told or where it fits', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Selección de proveedores');
    await plan.add('HT_HALLAZGO', 'Sin soporte', 'Arqueo');
    const other = await PlanApp.open(app, { nombre: 'Otra', procesos: ['Pagos'] });
    const copy = (body: object, id = plan.of('Selección de proveedores')) =>
      app.does('post', `riesgo/auditoria_treeitem/${id}/actions/copy/`, changedTree, { body });
    const { ids, auditoria } = await copy({ destino: other.audit.id });
    expect(auditoria).toBe(other.audit.id);
    expect(outline((await other.item('Ejecución')).items)).toEqual([
      'Pagos',
      'Selección de proveedores',
      '  Selección de proveedores - Arqueo',
    ]);
    const told = await copy({ destino: other.audit.id, parent: other.of('Pagos') }, plan.of('Arqueo'));
    expect((await other.item('Pagos')).items.map(({ id }) => id)).toEqual(told.ids);
    const within = await copy({ destino: plan.audit.id, parent: plan.of('Informe') }, plan.of('Arqueo'));
    expect((await plan.item('Informe')).items.at(-1)?.id).toBe(within.ids[0]);
    expect(ids).not.toEqual(within.ids);
    await refused(
      422,
      'not_copyable',
      app.call('post', `riesgo/auditoria_treeitem/${plan.of('Sin soporte')}/actions/copy/`, {
        body: { destino: other.audit.id },
      }),
    );
    // What is no copy's in another audit is none in its own, and says so alike.
    for (const [action, body] of [
      ['copy', { destino: plan.audit.id, parent: plan.of('Informe') }],
      ['duplicate', {}],
    ] as const)
      await refused(
        422,
        'not_copyable',
        app.call('post', `riesgo/auditoria_treeitem/${plan.of('Sin soporte')}/${action}/`, { body }),
      );
    await plan.add('HT_PASO', 'Efímero', 'Selección de proveedores');
    await plan.remove('Efímero');
    await refused(
      409,
      'item_deleted',
      app.call('post', `riesgo/auditoria_treeitem/${plan.of('Efímero')}/duplicate/`, { body: {} }),
    );
    await refused(
      400,
      'invalid_request',
      app.call('post', `riesgo/auditoria_treeitem/${plan.of('Arqueo')}/actions/copy/`, {
        body: { destino: other.audit.id, year: 2026 },
      }),
    );
    await refused(
      404,
      'audit_not_found',
      app.call('post', `riesgo/auditoria_treeitem/${plan.of('Arqueo')}/actions/copy/`, {
        body: { destino: crypto.randomUUID() },
      }),
    );
  });

  it('of a risk of a financial audit takes the year and the project alone', async () => {
    const financial = { record_type: 'auditoria_financiera', plantilla: undefined, procesos: [] };
    const source = await PlanApp.open(app, { ...financial, nombre: 'EEFF 2025' });
    const phase = 'Ejecución por ciclos';
    await source.add('GR_MACROPROCESO', 'Ingresos', phase);
    await source.add('HT_RIESGO', 'Corte', 'Ingresos');
    const target = await PlanApp.open(app, { ...financial, nombre: 'EEFF 2026' });
    const path = `riesgo/auditoria_treeitem/${source.of('Corte')}/actions/copy/`;
    const body = { year: 2026, project_by_year: target.audit.id };
    await refused(422, 'no_place_for_copy', app.call('post', path, { body }));
    await target.add('GR_MACROPROCESO', 'Gastos', phase);
    await app.does('post', path, changedTree, { body });
    expect((await target.item('Gastos')).items).toMatchObject([{ _nombre: 'Corte' }]);
    await target.add('GR_MACROPROCESO', 'ingresos ', phase);
    await app.does('post', path, changedTree, { body });
    expect((await target.item('ingresos ')).items).toMatchObject([{ _nombre: 'Corte' }]);
    for (const wrong of [
      { destino: target.audit.id },
      { ...body, parent: target.of('Gastos') },
      { year: 2026 },
      {},
    ]) {
      await refused(422, 'financial_risk_copy', app.call('post', path, { body: wrong }));
    }
    await refused(422, 'no_place_for_copy', app.call('post', path, { body: { ...body, year: 2025 } }));
    await refused(
      422,
      'no_place_for_copy',
      app.call('post', path, { body: { ...body, project_by_year: plan.audit.id } }),
    );
    await refused(
      422,
      'financial_risk_copy',
      app.call('post', `${target.base}/actions/riesgos/`, {
        body: { riesgo_ids: [source.of('Corte')], parent: target.of('Gastos'), copy_from: 'auditoria' },
      }),
    );
    // Nor does it hide in the group that it stands in.
    await refused(
      422,
      'financial_risk_copy',
      app.call('post', `${target.base}/actions/macroprocesos/`, {
        body: { ids: [source.of('Ingresos')], parent: target.of(phase) },
      }),
    );
    await refused(
      422,
      'financial_risk_copy',
      app.call('post', `riesgo/auditoria_treeitem/${source.of('Ingresos')}/copy/`, {
        body: { destino: target.audit.id, parent: target.of(phase) },
      }),
    );
  });

  it('of very many is an operation, all of it or nothing, and nothing is shown before its end', async () => {
    await plan.add('GR_PROCESO', 'Grande', 'Ejecución');
    const leader = { name: 'andres' };
    for (let n = 0; n < 13; n++) {
      const parts = Array.from({ length: 50 }, (_, i) => ({
        schema: 2,
        intent: {
          kind: 'create_item',
          id: crypto.randomUUID(),
          type: 'step',
          parent: plan.of('Grande'),
          name: `P${n}-${i}`,
        },
      }));
      await submit(plan, leader.name, { kind: 'batch', parts });
    }
    const other = await PlanApp.open(app, { nombre: 'Otra' });
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { destino: other.audit.id, parent: other.of('Ejecución') };
    const path = `riesgo/auditoria_treeitem/${plan.of('Grande')}/actions/copy/`;
    const { ids, version } = await app.does('post', path, changedTree, { body, headers });
    expect(await app.base.projected(auditStream(other.audit.id), version)).toBe(true);
    const copied = await app.does('get', `${other.base}/tree/${ids[0]}/`, treeItemRead);
    expect(copied.items).toHaveLength(650);
    expect((await app.data(`/${other.audit.id}/`, auditDetail)).operacion).toBeNull();
    await app.base.pool.query('delete from es.answer');
    expect(await app.does('post', path, changedTree, { body, headers })).toMatchObject({ ids, version });
  });

  it('that fails in the middle leaves nothing', async () => {
    await plan.add('GR_PROCESO', 'Grande', 'Ejecución');
    for (let n = 0; n < 11; n++) {
      const parts = Array.from({ length: 50 }, (_, i) => ({
        schema: 2,
        intent: {
          kind: 'create_item',
          id: crypto.randomUUID(),
          type: 'step',
          parent: plan.of('Grande'),
          name: `P${n}-${i}`,
        },
      }));
      await submit(plan, 'andres', { kind: 'batch', parts });
    }
    const other = await PlanApp.open(app, { nombre: 'Otra' });
    const before = outline(await other.tree());
    const { rooms } = app;
    const real = rooms.submit.bind(rooms);
    let chunks = 0;
    rooms.submit = (audit, principal, envelopes, options) => {
      if (envelopes[0]?.operation !== undefined && ++chunks === 2) {
        rooms.submit = real;
        return Promise.reject(new Error('the node stumbles'));
      }
      return real(audit, principal, envelopes, options);
    };
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { destino: other.audit.id, parent: other.of('Ejecución') };
    const path = `riesgo/auditoria_treeitem/${plan.of('Grande')}/actions/copy/`;
    await app.call('post', path, { body, headers }).expect(500);
    expect((app.faults as unknown[]).splice(0)).toHaveLength(1);
    expect(outline(await other.tree())).toEqual(before);
    // The same call again begins anew.
    const { ids, version } = await app.does('post', path, changedTree, { body, headers });
    expect(await app.base.projected(auditStream(other.audit.id), version)).toBe(true);
    expect((await app.does('get', `${other.base}/tree/${ids[0]}/`, treeItemRead)).items).toHaveLength(550);
  });
});

describe('a copy whose node died', () => {
  it('shows nothing of what it made, and is among what is left behind until somebody discards it', async () => {
    const operation = crypto.randomUUID();
    const before = outline(await plan.tree());
    await submit(plan, 'andres', { kind: 'start_operation', operation, what: 'copy' });
    const id = crypto.randomUUID();
    await submit(
      plan,
      'andres',
      { kind: 'create_item', id, type: 'phase', parent: null, name: 'A medias' },
      operation,
    );
    expect(outline(await plan.tree())).toEqual(before);
    await refused(404, 'item_not_found', app.call('get', `${plan.base}/tree/${id}/`));
    await refused(
      409,
      'operation_running',
      app.call('put', `${plan.base}/tree/${plan.of('Informe')}/`, { body: { nombre: 'x' } }),
    );
    const ports = auditPorts({ ...app.services });
    const left = await ports.stalledImports(new Date(Date.now() + 60_000));
    expect(left).toContainEqual({ audit: plan.audit.id, operation, account: account, by: idOf('andres') });
    await submit(plan, 'andres', { kind: 'discard_operation', operation });
    expect(outline(await plan.tree())).toEqual(before);
    await app.does('put', `${plan.base}/tree/${plan.of('Informe')}/`, changedTreeItem, {
      body: { nombre: 'Informes' },
    });
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

async function newRecord(record_type: 'evaluacion' | 'biblioteca'): Promise<string> {
  const body = { nombre: 'Riesgos', record_type, ano: 2026, lider: idOf('andres') };
  return (await app.does('post', 'riesgo/evaluacion/', auditDetail.loose(), { body, name: 'claudia' })).id;
}

async function addTo(
  record: string,
  item_tipo: string,
  nombre: string,
  parent: string | null,
  more: object = {},
): Promise<string> {
  const body = { item_tipo, nombre, parent, ...more };
  return (await app.does('post', `riesgo/evaluacion/${record}/tree/`, changedTreeItem, { body })).id;
}

async function submit(
  to: PlanApp,
  name: string,
  intent: { kind: string; [field: string]: unknown },
  operation?: string,
): Promise<void> {
  const principal = principals.get(name);
  if (!principal) throw new Error(`nobody is called ${name}`);
  const { outcomes, version } = await app.rooms.submit(to.audit.id, principal, [
    { intent, base: 9_999, ...(operation !== undefined && { operation }) },
  ]);
  expect(outcomes).toEqual([{ ok: true }]);
  expect(await app.base.projected(`audit-${to.audit.id}`, version)).toBe(true);
}
