import { changedTreeItem, treeItemFields, treeItemRead } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditsApp, idOf } from './audits-app.fixture.ts';
import { outline, PlanApp } from './plan-app.fixture.ts';

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
  expect([given, body]).toEqual([
    status,
    expect.objectContaining({ code, error: expect.stringMatching(/\S/) }),
  ]);
  return body as { error: string; details?: Record<string, unknown>; fields?: Record<string, string> };
};

describe('a new item', () => {
  it('is answered whole, readable at once, and stands where it was put', async () => {
    const risk = await plan.add('HT_RIESGO', 'Pagos duplicados', 'Ejecución', {
      usuario_asignado: idOf('oscar'),
      fecha_inicio: '2026-03-01',
      fecha_fin: '2026-03-31',
      riesgo_general: 'Fraude',
      riesgos_especificos: ['Factura pagada dos veces'],
      factores: [],
      objetivos: ['Pagar una vez'],
    });
    expect(risk).toMatchObject({
      projected: true,
      codigo: 'R-001',
      nombre: 'R-001 Pagos duplicados',
      _nombre: 'Pagos duplicados',
      item_tipo: 'HT_RIESGO',
      status: 'ASIGNADO',
      usuario_asignado: { id: idOf('oscar'), name: 'Oscar Prueba', sigla: 'OS' },
      firmas: { completado: [], revisado: [] },
      fecha_inicio: '2026-03-01',
      fecha_fin: '2026-03-31',
      parent: plan.of('Ejecución'),
      parentId: plan.of('Ejecución'),
      parents: [plan.of('Ejecución')],
      riesgo_general: 'Fraude',
      riesgos_especificos: ['Factura pagada dos veces'],
      objetivos: ['Pagar una vez'],
      created_by: { id: idOf('andres') },
      created_at: expect.stringMatching(/^\d{4}-/),
      level: 2,
      position: 2,
      isOpen: false,
      onlyButtons: false,
      dataIsLoaded: false,
      cumplimiento: null,
      probabilidad: null,
    });
    const { items, ...read } = await plan.item('Pagos duplicados');
    expect(items).toEqual([]);
    expect({ ...read, projected: true }).toEqual(risk);
    expect(
      await app.does('get', `riesgo/auditoria/${plan.audit.id}/tree/`, z.array(treeItemRead)),
    ).toHaveLength(3);
  });

  it('takes a rank among its siblings, or what it comes after, and an id of the client’s making', async () => {
    const id = crypto.randomUUID();
    await plan.add('HT_PASO', 'C', 'Ejecución');
    await plan.add('HT_PASO', 'A', 'Ejecución', { position: 1, id });
    await plan.add('HT_PASO', 'B', 'Ejecución', { after: id });
    await plan.add('HT_ENTENDIMIENTO', 'Recorrido', 'Ejecución');
    await plan.add('HT_PASO', 'Primero', 'Ejecución', { position: 2 });
    const { items } = await plan.item('Ejecución');
    expect(items.map(({ _nombre, position }) => [_nombre, position])).toEqual([
      ['Recorrido', 1],
      ['Primero', 2],
      ['A', 3],
      ['B', 4],
      ['Selección de proveedores', 5],
      ['C', 6],
    ]);
    await refused(
      409,
      'duplicate_id',
      app.call('post', `${plan.base}/tree/`, {
        body: { item_tipo: 'HT_PASO', nombre: 'Otro', parent: plan.of('Ejecución'), id },
      }),
    );
  });

  it('steps are called after what they stand in, but not what stands in an inspection', async () => {
    const step = await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    expect(step).toMatchObject({ nombre: 'Ejecución - Arqueo', _nombre: 'Arqueo', paso_tipo: null });
    const inspection = await plan.add('HT_INSPECCION', 'Bodega', 'Ejecución');
    expect(inspection.paso_tipo).toBe('INSPECCION');
    expect(await plan.add('HT_INSPECCION_ITEM', 'Extintor', 'Bodega')).toMatchObject({
      nombre: 'Extintor',
      paso_tipo: 'INSPECCION_ITEM',
      parent_paso_tipo: 'INSPECCION',
    });
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['no name', { nombre: undefined }, 400, 'invalid_request'],
    ['a blank name', { nombre: ' ' }, 400, 'invalid_request'],
    ['half a surrogate pair', { nombre: 'a\ud800' }, 400, 'invalid_request'],
    ['a type that is none', { item_tipo: 'HT_NADA' }, 400, 'invalid_request'],
    ['our own word for a type', { item_tipo: 'risk' }, 400, 'invalid_request'],
    ['a field that is not there', { sorpresa: 1 }, 400, 'invalid_request'],
    ['the prototype of things', { ['__proto__']: { a: 1 }, constructor: 1 }, 400, 'invalid_request'],
    ['a rank of nought', { position: 0 }, 400, 'invalid_request'],
    ['a rank beyond numbers', { position: 1e21 }, 400, 'invalid_request'],
    ['an id with a suffix', { id: `${crypto.randomUUID()}-PA` }, 422, 'derived_item'],
    ['a parent that is no id', { parent: 'x' }, 400, 'invalid_request'],
    ['a parent that is not there', { parent: crypto.randomUUID() }, 409, 'parent_deleted'],
    ['a type that may not stand there', { item_tipo: 'GR_FASE' }, 422, 'child_type_not_allowed'],
    ['a derived type', { item_tipo: 'HT_PLAN_ACCION' }, 422, 'derived_item'],
    [
      'days the wrong way round',
      { fecha_inicio: '2026-02-02', fecha_fin: '2026-02-01' },
      422,
      'dates_reversed',
    ],
    ['a day that is none', { fecha_inicio: '2026-02-30' }, 400, 'invalid_request'],
    ['a person outside the team', { usuario_asignado: idOf('laura') }, 422, 'assignee_not_in_team'],
    [
      'a reference to nothing',
      { item_tipo: 'HT_REF', refitem_details: { id: crypto.randomUUID() } },
      422,
      'child_type_not_allowed',
    ],
  ])('is refused with %s', async (_, changes, status, code) => {
    const body = { item_tipo: 'HT_PASO', nombre: 'Paso', parent: plan.of('Ejecución'), ...changes };
    await refused(status, code, app.call('post', `${plan.base}/tree/`, { body }));
  });

  it('is said in the language of the request', async () => {
    const body = { item_tipo: 'GR_FASE', nombre: 'Fase', parent: plan.of('Ejecución') };
    const { error } = await refused(
      422,
      'child_type_not_allowed',
      app.call('post', `${plan.base}/tree/`, { body }),
    );
    expect(error).toMatch(/child_type_not_allowed|[a-záéíóú]/);
  });
});

describe('reading', () => {
  it('keeps what meets an interval, with all it stands in', async () => {
    await plan.add('HT_PASO', 'Marzo', 'Selección de proveedores', {
      fecha_inicio: '2026-03-01',
      fecha_fin: '2026-03-31',
    });
    await plan.add('HT_PASO', 'Desde mayo', 'Informe', { fecha_inicio: '2026-05-01' });
    await plan.add('HT_PASO', 'Sin fechas', 'Informe');
    const names = async (query: string) => outline(await plan.tree(query));
    expect(await names('?fecha_inicio=2026-03-31&fecha_fin=2026-04-30')).toEqual([
      'Ejecución',
      '  Selección de proveedores',
      '    Selección de proveedores - Marzo',
    ]);
    expect(await names('?fecha_inicio=2027-01-01')).toEqual(['Informe', '  Informe - Desde mayo']);
    expect(await names('?fecha_fin=2026-02-01&appVersion=2')).toEqual([]);
    await refused(400, 'invalid_request', app.call('get', `${plan.base}/tree/?fecha_inicio=ayer`));
  });

  it('drops a finding that was raised for what it no longer stands in', async () => {
    await plan.add('HT_RIESGO', 'Uno', 'Ejecución');
    await plan.add('HT_RIESGO', 'Dos', 'Ejecución');
    await plan.add('HT_CONTROL', 'Doble firma', 'Uno');
    await plan.add('HT_HALLAZGO', 'Sin soporte', 'Doble firma', { ref_parent: plan.of('Uno') });
    expect((await plan.item('Sin soporte')).ref_parent).toBe(plan.of('Uno'));
    await plan.change('Doble firma', { parent: plan.of('Dos') });
    expect(outline(await plan.tree())).not.toContainEqual(expect.stringContaining('Sin soporte'));
    await refused(404, 'item_not_found', app.call('get', `${plan.base}/tree/${plan.of('Sin soporte')}/`));
  });

  it('shows the plan of a finding beside it, its evaluation beside that, and who signed', async () => {
    await plan.add('HT_HALLAZGO', 'Sin soporte', 'Ejecución');
    await plan.change('Sin soporte', { tratamiento_hallazgo: 'PLAN_DE_ACCION' });
    const id = plan.of('Sin soporte');
    await app.does('put', `${plan.base}/tree/${id}-PA/`, changedTreeItem, {
      body: { plan_accion_tratamiento_plan_accion: 'EVALUAR' },
    });
    const finding = await plan.item('Sin soporte');
    expect(finding).toMatchObject({
      tratamiento_hallazgo: 'PLAN_DE_ACCION',
      plan_accion_status: 'NUEVO',
      plan_accion_tratamiento_plan_accion: 'EVALUAR',
      evaluacion_firmas: { completado: [], revisado: [] },
    });
    expect(finding.items[0]?.items[0]).toMatchObject({ item_tipo: 'HT_EVALUACION', id: `${id}-EV` });
    expect(finding.items[0]?.items[0]?.nombre).toMatch(/ \[EVALUACIÓN\]$/);
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    await plan.change('Arqueo', { status: 'EN_PROCESO' });
    await plan.change('Arqueo', { status: 'COMPLETADO' });
    await app.does('put', `${plan.base}/tree/${plan.of('Arqueo')}/`, changedTreeItem, {
      name: 'claudia',
      body: { status: 'REVISADO' },
    });
    expect((await plan.item('Arqueo')).firmas).toMatchObject({
      completado: [{ id: idOf('andres') }],
      revisado: [{ id: idOf('claudia') }],
    });
  });
});

describe('changing an item', () => {
  it('does all that the body says as one change, and a status after the edits that would void it', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    const changed = await plan.change('Arqueo', {
      _nombre: 'Arqueo de caja',
      nombre: 'ignorado',
      codigo: 'P-9',
      parent: plan.of('Informe'),
      position: 1,
      usuario_asignado: { id: idOf('oscar') },
      status: 'EN_PROCESO',
      fecha_inicio: '2026-04-01',
    });
    expect(changed).toMatchObject({
      _nombre: 'Arqueo de caja',
      codigo: 'P-9',
      parent: plan.of('Informe'),
      position: 1,
      usuario_asignado: { id: idOf('oscar') },
      status: 'EN_PROCESO',
      fecha_inicio: '2026-04-01',
      fecha_fin: null,
    });
    const again = await plan.change('Arqueo', { fecha_fin: '2026-04-30', usuario_asignado: null });
    expect(again).toMatchObject({
      fecha_inicio: '2026-04-01',
      fecha_fin: '2026-04-30',
      usuario_asignado: null,
    });
    expect(await plan.change('Arqueo', {})).toMatchObject({ version: again.version });
  });

  it('is all or nothing', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    await refused(
      422,
      'status_not_allowed',
      app.call('put', `${plan.base}/tree/${plan.of('Arqueo')}/`, {
        body: { nombre: 'Otro', status: 'REVISADO' },
      }),
    );
    expect((await plan.item('Arqueo'))._nombre).toBe('Arqueo');
  });

  it('is refused with If-Match once somebody changed it', async () => {
    const { version } = await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    const path = `${plan.base}/tree/${plan.of('Arqueo')}/`;
    const put = (ifMatch: string, nombre: string) =>
      app.call('put', path, { headers: { 'If-Match': ifMatch }, body: { nombre } });
    const first = await put(`"${version}"`, 'Arqueo 1').expect(200);
    expect(first.headers['etag']).toBe(`"${first.body.data.version}"`);
    const { details } = await refused(409, 'changed_since', put(`"${version}"`, 'Arqueo 2'));
    expect(details).toEqual({ version: first.body.data.version });
    await put(`W/"${first.body.data.version}"`, 'Arqueo 2').expect(200);
    await put('*', 'Arqueo 3').expect(200);
    await refused(400, 'invalid_request', put('"ayer"', 'Arqueo 4'));
    await refused(
      409,
      'changed_since',
      app.call('delete', path, { headers: { 'If-Match': `"${version}"` } }),
    );
    const read = await app.call('get', path).expect(200);
    await app.call('delete', path, { headers: { 'If-Match': read.headers['etag'] ?? '' } }).expect(200);
  });

  it('of two that saw the same version at once one is refused', async () => {
    const { version } = await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    const path = `${plan.base}/tree/${plan.of('Arqueo')}/`;
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        app.call('put', path, { headers: { 'If-Match': `"${version}"` }, body: { nombre: `Arqueo ${n}` } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['a new parent under itself', { parent: 'self' }, 409, 'would_create_cycle'],
    ['a status that cannot follow', { status: 'REVISADO' }, 422, 'status_not_allowed'],
    ['a status that is none', { status: 'LISTO' }, 400, 'invalid_request'],
    [
      'a treatment, which it has not',
      { tratamiento_hallazgo: 'PLAN_DE_ACCION' },
      422,
      'treatment_not_applicable',
    ],
    ['its type', { item_tipo: 'HT_RIESGO' }, 400, 'invalid_request'],
    ['a list for a body', [] as unknown as Record<string, unknown>, 400, 'invalid_request'],
  ])('is refused with %s', async (_, body, status, code) => {
    await plan.add('HT_RIESGO', 'Riesgo', 'Ejecución');
    const id = plan.of('Riesgo');
    const said = body['parent'] === 'self' ? { parent: id } : body;
    await refused(status, code, app.call('put', `${plan.base}/tree/${id}/`, { body: said }));
  });

  it.each([
    ['an item that is not there', crypto.randomUUID(), 404, 'item_not_found'],
    ['an id that is none', 'x', 400, 'invalid_request'],
    ['an id with capitals', crypto.randomUUID().toUpperCase(), 400, 'invalid_request'],
    ['an id with a blank byte', '%00', 400, 'invalid_request'],
    ['an address that cannot be read', '%E0%A4%A', 400, 'invalid_request'],
  ])('is refused for %s', async (_, id, status, code) => {
    await refused(status, code, app.call('put', `${plan.base}/tree/${id}/`, { body: { nombre: 'x' } }));
    await refused(status, code, app.call('delete', `${plan.base}/tree/${id}/`));
  });
});

describe('deleting an item', () => {
  it('takes what is under it along', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Selección de proveedores');
    await plan.remove('Selección de proveedores');
    expect(outline(await plan.tree())).toEqual([
      'Planeación',
      '  Entendimiento del proceso',
      '  Planeación - Memorando de planeación',
      '  Planeación - Reunión de apertura',
      'Ejecución',
      'Informe',
      '  Informe - Discusión de hallazgos',
      '  Informe - Informe preliminar',
      '  Informe - Informe final',
    ]);
    await refused(
      409,
      'item_deleted',
      app.call('delete', `${plan.base}/tree/${plan.of('Selección de proveedores')}/`),
    );
    await refused(
      409,
      'item_deleted',
      app.call('put', `${plan.base}/tree/${plan.of('Arqueo')}/`, { body: { nombre: 'x' } }),
    );
  });

  it('asks where a shared control is meant', async () => {
    for (const name of ['Uno', 'Dos']) await plan.add('HT_RIESGO', name, 'Ejecución');
    await plan.add('HT_CONTROL', 'Doble firma', 'Uno');
    const control = plan.of('Doble firma');
    const [reference = ''] = (
      await plan.acts('actions/controles/', { ids: [control], parent: plan.of('Dos') })
    ).ids;
    expect(await app.does('get', `${plan.base}/tree/${reference}/`, treeItemRead)).toMatchObject({
      item_tipo: 'HT_REF',
      nombre: 'C-001 Doble firma',
      refitem_details: { id: control, item_tipo: 'HT_CONTROL', auditoria: null },
    });
    expect((await plan.item('Doble firma')).compartido).toBe(1);
    const { details } = await refused(
      409,
      'shared_control',
      app.call('delete', `${plan.base}/tree/${control}/`),
    );
    expect(details).toEqual({ places: 1 });
    await plan.remove('Doble firma', '?compartido=here');
    expect((await plan.item('Dos')).items.map(({ id }) => id)).toEqual([control]);
    await refused(
      400,
      'invalid_request',
      app.call('delete', `${plan.base}/tree/${control}/?compartido=quizas`),
    );
  });
});

describe('Idempotency-Key', () => {
  it('of a new item: the same call makes one, also when its first answer was lost', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const body = { item_tipo: 'HT_PASO', nombre: 'Arqueo', parent: plan.of('Ejecución') };
    const post = () => app.does('post', `${plan.base}/tree/`, treeItemFields.loose(), { body, headers });
    const [one, two] = await Promise.all([post(), post()]);
    await app.base.pool.query('delete from es.answer');
    const three = await post();
    expect([two.id, three.id]).toEqual([one.id, one.id]);
    expect((await plan.item('Ejecución')).items.filter(({ _nombre }) => _nombre === 'Arqueo')).toHaveLength(
      1,
    );
    await refused(
      422,
      'idempotency_key_reused',
      app.call('post', `${plan.base}/tree/`, {
        body: { ...body, nombre: 'Otro' },
        headers,
      }),
    );
  });

  it('of a change: done once, whatever has happened since', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const path = `${plan.base}/tree/${plan.of('Arqueo')}/`;
    const put = () => app.call('put', path, { body: { status: 'EN_PROCESO' }, headers });
    await put().expect(200);
    await plan.change('Arqueo', { status: 'COMPLETADO' });
    await app.base.pool.query('delete from es.answer');
    expect((await put().expect(200)).body.data.status).toBe('COMPLETADO');
  });

  it('of what was refused: judged again', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const id = crypto.randomUUID();
    const body = { item_tipo: 'HT_PASO', nombre: 'Arqueo', parent: id };
    const post = () => app.call('post', `${plan.base}/tree/`, { body, headers });
    await refused(409, 'parent_deleted', post());
    await plan.add('GR_FASE', 'Nueva', null, { id });
    await post().expect(201);
  });
});
