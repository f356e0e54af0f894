import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditsApp, idOf, principals, STRANGERS } from './audits-app.fixture.ts';
import { PlanApp } from './plan-app.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
let evaluation: string;
let unit: string;
let risk: string;

beforeAll(async () => {
  app = await AuditsApp.open();
  plan = await PlanApp.open(app);
  await plan.add('HT_RIESGO', 'Corte', 'Ejecución');
  await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
  await plan.add('HT_PASO', 'Borrado', 'Ejecución');
  await plan.remove('Borrado');
  const record = { nombre: 'Evaluación', ano: 2026, lider: idOf('andres') };
  evaluation = (await app.call('post', 'riesgo/evaluacion/', { body: record, name: 'claudia' })).body.data.id;
  const add = async (body: object): Promise<string> =>
    (await app.call('post', `riesgo/evaluacion/${evaluation}/tree/`, { body }).expect(201)).body.data.id;
  unit = await add({ item_tipo: 'GR_UNIDAD_NEGOCIO', nombre: 'Bogotá' });
  risk = await add({ item_tipo: 'HT_RIESGO', nombre: 'Fraude', parent: unit });
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

interface Asked {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly body?: object;
}

/** Every call on trees, with ids of this account that exist. */
function calls(): readonly Asked[] {
  const audit = plan.audit.id;
  const [corte, arqueo, phase] = ['Corte', 'Arqueo', 'Ejecución'].map((name) => plan.of(name)) as [
    string,
    string,
    string,
  ];
  const tree = `riesgo/auditoria/${audit}/tree/`;
  const units = `riesgo/evaluacion/${evaluation}/tree/`;
  const item = `riesgo/auditoria_treeitem/${corte}`;
  return [
    { method: 'get', path: tree },
    { method: 'get', path: `${tree}${corte}/` },
    { method: 'post', path: tree, body: { item_tipo: 'HT_PASO', nombre: 'x', parent: phase } },
    { method: 'put', path: `${tree}${corte}/`, body: { nombre: 'x' } },
    { method: 'delete', path: `${tree}${corte}/` },
    { method: 'post', path: `${tree}actions/batch_assign/`, body: { usuario: null, treeitem_ids: [arqueo] } },
    {
      method: 'post',
      path: `riesgo/auditoria/${audit}/actions/controles/`,
      body: { ids: [corte], parent: corte },
    },
    {
      method: 'post',
      path: `plan/auditoria/${audit}/actions/riesgos/`,
      body: { riesgo_ids: [risk], parent: phase, copy_from: 'evaluacion' },
    },
    {
      method: 'post',
      path: `riesgo/auditoria/${audit}/actions/pasos/`,
      body: { ids: [arqueo], parent: phase },
    },
    { method: 'post', path: `${item}/actions/copy/`, body: { destino: audit, parent: phase } },
    ...['detail', 'items', 'parents', 'history', 'references', 'actions'].map((what) => ({
      method: 'get' as const,
      path: `${item}/${what}/`,
    })),
    { method: 'post', path: `${item}/rename/`, body: { nombre: 'x' } },
    { method: 'put', path: `${item}/recode/`, body: { codigo: null } },
    { method: 'post', path: `${item}/apply_action/`, body: { action: 'delete' } },
    {
      method: 'post',
      path: `${item}/apply_action/`,
      body: { action: 'copy', destino: audit, parent: phase },
    },
    { method: 'get', path: `riesgo/tree_item/HT_RIESGO/?auditoria=${audit}` },
    {
      method: 'post',
      path: 'riesgo/tree_item/HT_PASO/',
      body: { auditoria: audit, nombre: 'x', parent: phase },
    },
    { method: 'get', path: `riesgo/tree_item/HT_RIESGO/${corte}/` },
    { method: 'put', path: `riesgo/tree_item/HT_RIESGO/${corte}/`, body: { nombre: 'x' } },
    { method: 'delete', path: `riesgo/tree_item/HT_RIESGO/${corte}/` },
    { method: 'get', path: `riesgo/auditoria/${audit}/papelera/` },
    { method: 'post', path: `riesgo/auditoria/${audit}/papelera/${plan.of('Borrado')}/restaurar/`, body: {} },
    { method: 'get', path: `riesgo/evaluacion/${evaluation}/` },
    { method: 'get', path: units },
    { method: 'get', path: `${units}${risk}/` },
    { method: 'post', path: units, body: { item_tipo: 'HT_RIESGO', nombre: 'x', parent: unit } },
    { method: 'put', path: `${units}${risk}/`, body: { nombre: 'x' } },
    { method: 'delete', path: `${units}${risk}/` },
    { method: 'get', path: `riesgo/evaluacion/${evaluation}/subdivision/${unit}/tree/` },
    { method: 'get', path: `riesgo/evaluacion/subdivision/${unit}/tree/` },
    { method: 'get', path: `riesgo/subdivision/${unit}/tree/` },
    { method: 'get', path: `riesgo/evaluacion/${evaluation}/historial/` },
  ];
}

/** Versions of both records, to prove that refused calls wrote nothing. */
async function versions(): Promise<unknown> {
  const rows = await app.base.db.query('select id, version from read.audit where id = any ($1) order by id', [
    [plan.audit.id, evaluation],
  ]);
  return rows;
}

describe('of another account', () => {
  it.each(STRANGERS)('a %s learns nothing and changes nothing, whatever they ask', async (role) => {
    const before = await versions();
    const nothing = new Map<string, string>();
    for (const { method, path, body } of calls()) {
      const known = await app.call(method, path, { name: `stranger-${role}`, ...(body && { body }) });
      expect([path, known.status]).toEqual([path, expect.toBeOneOf([403, 404])]);
      // Exactly the same answer as for ids that do not exist.
      const unknown = path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, () => crypto.randomUUID());
      const madeUp =
        body &&
        (JSON.parse(
          JSON.stringify(body).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, () => crypto.randomUUID()),
        ) as object);
      const stranger = await app.call(method, unknown, {
        name: `stranger-${role}`,
        ...(madeUp && { body: madeUp }),
      });
      expect([path, stranger.status, stranger.body]).toEqual([path, known.status, known.body]);
      nothing.set(path, known.text);
    }
    expect([...nothing.values()].join()).not.toMatch(/Corte|Arqueo|Ejecución|Bogotá|Compras/);
    expect(await versions()).toEqual(before);
    const lists = await app.call('get', 'riesgo/evaluacion/', { name: `stranger-${role}` });
    expect([lists.status, lists.body.data ?? []]).toEqual([expect.toBeOneOf([200, 403]), []]);
  });

  it('ids of theirs do not take what is ours: a copy from one account to another is none', async () => {
    const theirs = await app.call('post', 'riesgo/evaluacion/', {
      name: 'stranger-manager',
      body: { nombre: 'Suya', record_type: 'biblioteca', ano: 2026 },
    });
    expect(theirs.status).toBe(201);
    const { id } = theirs.body.data as { id: string };
    const copy = { riesgo_ids: [plan.of('Corte')], parent: null, copy_from: 'auditoria' };
    const answer = await app.call('post', `riesgo/evaluacion/${id}/actions/riesgos/`, {
      name: 'stranger-manager',
      body: copy,
    });
    expect([answer.status, answer.body.code]).toEqual([404, 'item_not_found']);
    const out = await app.call('post', `riesgo/auditoria_treeitem/${plan.of('Corte')}/actions/copy/`, {
      body: { destino: id },
    });
    expect([out.status, out.body.code]).toEqual([404, 'audit_not_found']);
  });
});

describe('of this account', () => {
  const reads = ({ method, path }: Asked) => method === 'get' && !path.includes('papelera');

  it.each(['hernan', 'laura'])('%s, who is a guest here, reads and changes nothing', async (name) => {
    const before = await versions();
    for (const asked of calls().filter(
      ({ path }) => !path.includes('evaluacion') && !path.includes('subdivision'),
    )) {
      const { status } = await app.call(asked.method, asked.path, {
        name,
        ...(asked.body && { body: asked.body }),
      });
      const expected = reads(asked) ? 200 : expect.toBeOneOf([403, 422]);
      expect([asked.method, asked.path, status]).toEqual([asked.method, asked.path, expected]);
    }
    expect(await versions()).toEqual(before);
  });

  it('who may list only what they made or work on finds by an item’s id nothing else', async () => {
    const laura = principals.get('laura');
    if (!laura) throw new Error('nobody');
    principals.set('limited', { ...laura, permissions: { ...laura.permissions, 'audits.list': { '3': 1 } } });
    const path = `riesgo/auditoria_treeitem/${plan.of('Arqueo')}/detail/`;
    await app.call('get', path, { name: 'laura' }).expect(200);
    const { status, body } = await app.call('get', path, { name: 'limited' });
    expect([status, body.code]).toEqual([404, 'item_not_found']);
    // When two audits have the item, the caller's own audit is used.
    const id = plan.of('Arqueo');
    const own = await PlanApp.open(app, {
      nombre: 'Propia',
      equipo: [{ usuario: idOf('laura'), rol: 'auditor' }],
    });
    await own.add('HT_PASO', 'Arqueo propio', 'Ejecución', { id });
    const seen = await app.call('get', path, { name: 'limited' }).expect(200);
    expect(seen.body.data._nombre).toBe('Arqueo propio');
  });

  it('a closed audit is read, and its plan changed by nobody', async () => {
    const closed = await PlanApp.open(app, { nombre: 'Cerrada' });
    await closed.add('HT_PASO', 'Arqueo', 'Ejecución');
    await closed.happens('AuditStatusChanged', { from: 'not_started', to: 'closed', closedOn: null });
    const path = `${closed.base}/tree/${closed.of('Arqueo')}/`;
    await app.call('get', path).expect(200);
    await app.call('get', `${closed.base}/papelera/`).expect(200);
    const parent = closed.of('Informe');
    for (const [method, at, body] of [
      ['post', `${closed.base}/tree/`, { item_tipo: 'HT_PASO', nombre: 'x', parent }],
      ['put', path, { nombre: 'x' }],
      ['delete', path, undefined],
      ['post', `riesgo/auditoria_treeitem/${closed.of('Arqueo')}/rename/`, { nombre: 'x' }],
      [
        'post',
        `${closed.base}/tree/actions/batch_assign/`,
        { usuario: null, treeitem_ids: [closed.of('Arqueo')] },
      ],
      ['post', `${closed.base}/actions/pasos/`, { ids: [plan.of('Arqueo')], parent }],
    ] as const) {
      for (const name of ['andres', 'beatriz']) {
        const answer = await app.call(method, at, { name, ...(body && { body }) });
        expect([at, answer.status, answer.body.code]).toEqual([at, 409, 'audit_closed']);
      }
    }
    // Items of a closed audit may still be copied into another.
    await app
      .call('post', `${plan.base}/actions/pasos/`, {
        body: { ids: [closed.of('Arqueo')], parent: plan.of('Informe') },
      })
      .expect(201);
  });

  it('what a closed audit found is followed up by whoever may, and stays there', async () => {
    const closed = await PlanApp.open(app, { nombre: 'En seguimiento' });
    await closed.add('HT_PASO', 'Arqueo', 'Ejecución');
    const finding = await closed.add('HT_HALLAZGO', 'Faltante', 'Arqueo');
    await closed.change('Faltante', { tratamiento_hallazgo: 'PLAN_DE_ACCION', status: 'SIN_DISCUTIR' });
    await closed.change('Faltante', { status: 'COMPLETADO' });
    const put = (id: string, body: object, name = 'andres') =>
      app.call('put', `${closed.base}/tree/${id}/`, { name, body });
    const [action, evaluation] = [`${finding.id}-PA`, `${finding.id}-EV`];
    await put(action, { usuario_asignado: idOf('oscar') }).expect(200);
    await closed.happens('AuditStatusChanged', { from: 'not_started', to: 'closed', closedOn: null });

    expect((await put(action, { status: 'ACEPTADO' }).expect(200)).body.data.status).toBe('ACEPTADO');
    await put(finding.id, { usuario_asignado: idOf('oscar') }, 'beatriz').expect(200);
    await put(action, { plan_accion_tratamiento_plan_accion: 'EVALUAR' }).expect(200);
    await put(evaluation, { status: 'EN_PROCESO' }, 'beatriz').expect(200);
    for (const name of ['andres', 'beatriz']) {
      for (const answer of [
        await put(action, { plan_accion_tratamiento_plan_accion: 'NO_EVALUAR' }, name),
        await put(finding.id, { nombre: 'x' }, name),
        await put(closed.of('Arqueo'), { status: 'EN_PROCESO' }, name),
        await app.call('delete', `${closed.base}/tree/${finding.id}/`, { name }),
      ])
        expect([name, answer.status, answer.body.code]).toEqual([name, 409, 'audit_closed']);
    }
    expect((await put(action, { status: 'APROBADO' }, 'hernan')).status).toBe(403);
  });

  it('the audited see none of it', async () => {
    for (const { method, path, body } of calls()) {
      const { status } = await app.call(method, path, { name: 'marta', ...(body && { body }) });
      expect([path, status]).toEqual([path, 403]);
    }
  });

  it('who has no token is asked for one, whatever they ask', async () => {
    for (const { method, path, body } of calls()) {
      const { status } = await app.call(method, path, {
        headers: { Authorization: 'Token NO_TOKEN' },
        ...(body && { body }),
      });
      expect([path, status]).toEqual([path, 401]);
    }
  });

  it('nobody gets an answer of ours for what they send that is malformed', async () => {
    const bodies = [
      '',
      '[]',
      'null',
      '7',
      '"x"',
      '{',
      '{"nombre":{"a":[]}}',
      `{"nombre":"${'x'.repeat(501)}"}`,
      '{"treeitem_ids":{}}',
    ];
    for (const { method, path } of calls().filter(({ body }) => body)) {
      for (const body of bodies) {
        const { status } = await app.call(method, path, {
          body,
          headers: { 'Content-Type': 'application/json' },
        });
        expect([path, body, status]).toEqual([path, body, expect.toSatisfy((code: number) => code < 500)]);
      }
    }
  });
});
