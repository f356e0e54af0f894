import { treeItemFields, treeItemRead } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { type AuditsApp, idOf } from './audits-app.fixture.ts';
import { outline, type PlanApp, refused } from './plan-app.fixture.ts';
import { planOfEachTest } from './plan-of-each-test.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
planOfEachTest((opened, made) => {
  app = opened;
  plan = made;
});

describe('changing an item', () => {
  it('takes the audit’s id in capitals as reading does', async () => {
    const step = await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    const path = `riesgo/auditoria/${plan.audit.id.toUpperCase()}/tree/${step.id}/`;
    expect((await app.call('get', path).expect(200)).body.data._nombre).toBe('Arqueo');
    const { body } = await app.call('put', path, { body: { nombre: 'Otro' } }).expect(200);
    expect(body.data._nombre).toBe('Otro');
  });

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

  it('takes with If-Match what the read of a branch said, and no version that never was', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    const path = `${plan.base}/tree/${plan.of('Ejecución')}/`;
    const etag = (await app.call('get', path).expect(200)).headers['etag'] ?? '';
    expect(etag).toMatch(/^"\d+\.[\w-]{22}"$/);
    const put = (seen: string) =>
      app.call('put', path, { headers: { 'If-Match': seen }, body: { nombre: 'x' } });
    await refused(409, 'changed_since', put('"999999"'));
    await put(etag).expect(200);
    await refused(409, 'changed_since', put(etag));
  });

  it('makes another answer of every read that shows it', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Selección de proveedores');
    const path = (name: string) => `${plan.base}/tree/${plan.of(name)}/`;
    const shown = ['Ejecución', 'Selección de proveedores', 'Arqueo'];
    const read = async (name: string, known?: string) =>
      app.call('get', path(name), known === undefined ? {} : { headers: { 'If-None-Match': known } });
    const tags = new Map<string, string>();
    for (const name of shown) tags.set(name, (await read(name)).headers['etag'] ?? '');
    for (const name of shown) expect((await read(name, tags.get(name))).status).toBe(304);
    await plan.change('Arqueo', { nombre: 'Otro' });
    for (const name of shown) expect([name, (await read(name, tags.get(name))).status]).toEqual([name, 200]);
    // The answer shows the item's ancestors, so moving one changes the ETag.
    const known = (await read('Arqueo')).headers['etag'];
    await plan.change('Selección de proveedores', { parent: plan.of('Informe') });
    expect((await read('Arqueo', known)).status).toBe(200);
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

  const ifMatch = (etag: string | undefined) => ({ headers: { 'If-Match': etag ?? '' } });

  it('is refused with If-Match once somebody else worked under it, which the ETag of a read tells', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    const phase = `${plan.base}/tree/${plan.of('Ejecución')}/`;
    const seen = (await app.call('get', phase).expect(200)).headers['etag'];
    const body = { nombre: 'Arqueo de Óscar' };
    await app.call('put', `${plan.base}/tree/${plan.of('Arqueo')}/`, { name: 'oscar', body }).expect(200);
    await refused(409, 'stale_delete', app.call('delete', phase, ifMatch(seen)));
    const fresh = (await app.call('get', phase).expect(200)).headers['etag'];
    await app.call('delete', phase, ifMatch(fresh)).expect(200);
  });

  it('with If-Match goes well after one’s own work under it, and without it whatever happened', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    const seen = (await app.call('get', `${plan.base}/tree/${plan.of('Ejecución')}/`)).headers['etag'];
    await plan.change('Arqueo', { nombre: 'Otro' });
    await app.call('delete', `${plan.base}/tree/${plan.of('Ejecución')}/`, ifMatch(seen)).expect(200);
    await app
      .call('put', `${plan.base}/tree/${plan.of('Informe')}/`, { name: 'oscar', body: { nombre: 'x' } })
      .expect(200);
    await app.call('delete', `${plan.base}/tree/${plan.of('Informe')}/`).expect(200);
  });

  it('everywhere is not refused for places that a read has told of', async () => {
    for (const name of ['Uno', 'Dos']) await plan.add('HT_RIESGO', name, 'Ejecución');
    await plan.add('HT_CONTROL', 'Doble firma', 'Uno');
    const control = plan.of('Doble firma');
    const path = `${plan.base}/tree/${control}/`;
    const before = (await app.call('get', path)).headers['etag'];
    await plan.acts('actions/controles/', { ids: [control], parent: plan.of('Dos') }, 'oscar');
    const after = (await app.call('get', path)).headers['etag'];
    const remove = (etag: string | undefined) =>
      app.call('delete', `${path}?compartido=everywhere`, ifMatch(etag));
    await refused(409, 'stale_delete', remove(before));
    await remove(after).expect(200);
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
