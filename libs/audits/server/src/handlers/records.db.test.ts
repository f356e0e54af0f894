import {
  AUDIT_LIST_TOPIC,
  auditDetail,
  auditRow,
  auditTemplateRow,
  changedTreeItem,
  treeItemRead,
} from '@cotejo/audits-contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditListTopic, evaluationListTopic } from '../feeds/audit-list-topic.ts';
import { AuditsApp, bodyOf, idOf, principals } from './audits-app.fixture.ts';
import { outline, PlanApp } from './plan-app.fixture.ts';

let app: AuditsApp;
beforeAll(async () => {
  app = await AuditsApp.open();
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const created = auditDetail.extend({ projected: z.literal(true) });
const evaluationOf = (body: object = {}, name = 'claudia', headers: Record<string, string> = {}) =>
  app.call('post', 'riesgo/evaluacion/', {
    name,
    headers,
    body: { nombre: 'Universo 2026', ano: 2026, lider: idOf('andres'), ...body },
  });
const newEvaluation = async (body: object = {}) =>
  created.parse((await evaluationOf(body).expect(201)).body.data);

describe('risk evaluations and libraries', () => {
  it('are made with a code of their own, led and staffed as they say', async () => {
    const evaluation = await newEvaluation({ equipo: [{ usuario: idOf('oscar'), rol: 'auditor' }] });
    expect(evaluation).toMatchObject({
      nombre: 'Universo 2026',
      codigo: 'EVA-2026-001',
      ano_auditoria: 2026,
      record_type: 'evaluacion',
      lider: { id: idOf('andres') },
      fecha_inicio: null,
      items: 0,
    });
    expect(evaluation.equipo.map(({ usuario, rol }) => [usuario.sigla, rol])).toEqual([
      ['CL', 'manager'],
      ['AN', 'leader'],
      ['OS', 'auditor'],
    ]);
    const library = await newEvaluation({ record_type: 'biblioteca', lider: undefined });
    expect(library).toMatchObject({
      codigo: 'BIB-2026-001',
      record_type: 'biblioteca',
      lider: { id: idOf('claudia') },
    });
  });

  it('are listed apart from audits, by kind and year', async () => {
    const audit = await app.create();
    const next = await newEvaluation({ ano: 2027 });
    const list = (query = '') => app.does('get', `riesgo/evaluacion/${query}`, z.array(auditRow));
    expect((await list()).map(({ record_type }) => record_type)).not.toContain('plan');
    expect((await list('?ano=2027&record_type=evaluacion')).map(({ id }) => id)).toEqual([next.id]);
    expect(await list('?ano=2027&record_type=biblioteca')).toEqual([]);
    await app.call('get', 'riesgo/evaluacion/?ano=').expect(400);
    await app.call('get', 'riesgo/evaluacion/?record_type=plan').expect(400);
    expect((await app.data('/', z.array(auditRow))).map(({ record_type }) => record_type)).not.toContain(
      'evaluacion',
    );
    await app.call('get', `riesgo/evaluacion/${audit.id}/`).expect(404);
    expect(await app.does('get', `riesgo/evaluacion/${next.id}/`, auditDetail)).toMatchObject({
      id: next.id,
    });
  });

  it('do not come through the feed of audits', async () => {
    const topic = auditListTopic(app.base.db, app.rooms.directory, app.notes);
    expect(topic.name).toBe(AUDIT_LIST_TOPIC);
    const reader = principals.get('andres');
    if (!reader) throw new Error('nobody');
    const head = await topic.head(reader, reader.accountId);
    await newEvaluation();
    expect(await topic.head(reader, reader.accountId)).toBe(head);
    expect(await topic.readAfter(reader, reader.accountId, head, 10)).toEqual({ rows: [], cursor: head });
  });

  it('come through a feed of their own, without audits, to whoever may list them', async () => {
    const topic = evaluationListTopic(app.base.db, app.rooms.directory, app.notes);
    const reader = principals.get('andres');
    if (!reader) throw new Error('nobody');
    const head = await topic.head(reader, reader.accountId);
    await app.create();
    expect(await topic.head(reader, reader.accountId)).toBe(head);
    const { id } = await newEvaluation({ nombre: 'La nueva' });
    const { rows, cursor } = await topic.readAfter(reader, reader.accountId, head, 10);
    expect(rows).toEqual([expect.objectContaining({ id, nombre: 'La nueva', record_type: 'evaluacion' })]);
    expect(cursor).toBe(await topic.head(reader, reader.accountId));
    expect(await topic.authorize(reader, reader.accountId)).toBe(true);
    expect(await topic.authorize(reader, '00000000-0000-4000-8000-00000000ffff')).toBe(false);
    const limited = principals.get('marta');
    if (!limited) throw new Error('nobody');
    expect(await topic.authorize(limited, limited.accountId)).toBe(false);
  });

  it('have a tree of units, risks and controls, and branches of it', async () => {
    const { id } = await newEvaluation();
    const add = async (item_tipo: string, nombre: string, parent: string | null) =>
      (
        await app.does('post', `riesgo/evaluacion/${id}/tree/`, changedTreeItem, {
          body: { item_tipo, nombre, parent, _nombre: nombre, codigo: null, position: 1 },
        })
      ).id;
    const unit = await add('GR_UNIDAD_NEGOCIO', 'Bogotá', null);
    const process = await add('GR_PROCESO', 'Compras', unit);
    const risk = await add('HT_RIESGO', 'Fraude', process);
    await add('HT_CONTROL', 'Doble firma', risk);
    await add('GR_UNIDAD_NEGOCIO', 'Medellín', null);
    expect(outline(await app.does('get', `riesgo/evaluacion/${id}/tree/`, z.array(treeItemRead)))).toEqual([
      'Medellín',
      'Bogotá',
      '  Compras',
      '    R-001 Fraude',
      '      C-001 Doble firma',
    ]);
    for (const path of [
      `evaluacion/${id}/subdivision/${unit}`,
      `evaluacion/subdivision/${unit}`,
      `subdivision/${unit}`,
    ]) {
      const branch = await app.does('get', `riesgo/${path}/tree/`, treeItemRead);
      expect([branch.id, outline(branch.items)]).toEqual([
        unit,
        ['Compras', '  R-001 Fraude', '    C-001 Doble firma'],
      ]);
    }
    const one = `riesgo/evaluacion/${id}/tree/${risk}/`;
    expect(
      await app.does('put', one, changedTreeItem, {
        body: { objetivos: ['Comprar bien'], nombre: 'Fraude en compras' },
      }),
    ).toMatchObject({
      _nombre: 'Fraude en compras',
      objetivos: ['Comprar bien'],
      factores: [],
    });
    await app.does('delete', one, changedTreeItem);
    await app.call('get', one).expect(404);
    await app
      .call('post', `riesgo/evaluacion/${id}/tree/`, { body: { item_tipo: 'GR_FASE', nombre: 'x' } })
      .expect(422);
    await app.call('get', `riesgo/evaluacion/${crypto.randomUUID()}/tree/`).expect(404);
    const plan = await PlanApp.open(app);
    await app.call('get', `riesgo/subdivision/${plan.of('Ejecución')}/tree/`).expect(404);
    await app.call('get', `riesgo/evaluacion/${plan.audit.id}/tree/`).expect(404);
  });

  it.each<[string, number]>([
    ['laura', 403],
    ['hernan', 403],
    ['marta', 403],
    ['andres', 201],
  ])('are made by whoever may: %s %i', async (name, status) => {
    await evaluationOf({}, name).expect(status);
  });

  it('are read by whoever lists them, and changed by whoever may edit them', async () => {
    const { id } = await newEvaluation();
    const tree = `riesgo/evaluacion/${id}/tree/`;
    const body = { item_tipo: 'GR_UNIDAD_NEGOCIO', nombre: 'Bogotá' };
    // A guest may add nowhere and is stopped by the guard; an auditor may add to audits, but not to this
    // record.
    for (const [name, code] of [
      ['hernan', 'access_not_authorized'],
      ['laura', 'forbidden'],
    ] as const) {
      await app.call('get', tree, { name }).expect(200);
      expect((await app.call('post', tree, { name, body }).expect(403)).body).toMatchObject({ code });
    }
    await app.call('get', tree, { name: 'marta' }).expect(403);
    await app.call('post', tree, { name: 'andres', body }).expect(201);
  });

  it.each<[string, object, number, string]>([
    ['without a name', { nombre: '' }, 400, 'invalid_request'],
    ['without a year', { ano: undefined }, 400, 'invalid_request'],
    ['of the year nought', { ano: 0 }, 400, 'invalid_request'],
    ['of another kind', { record_type: 'plan' }, 400, 'invalid_request'],
    ['led by an auditee', { lider: idOf('marta') }, 422, 'leader_not_found'],
    [
      'with a stranger in the team',
      { equipo: [{ usuario: crypto.randomUUID(), rol: 'auditor' }] },
      422,
      'member_not_found',
    ],
    [
      'with a role that is none',
      { equipo: [{ usuario: idOf('oscar'), rol: 'rey' }] },
      400,
      'invalid_request',
    ],
    ['with a field of its own', { otro: 1 }, 400, 'invalid_request'],
  ])('are not made %s', async (_, body, status, code) => {
    expect((await evaluationOf(body).expect(status)).body).toMatchObject({ code });
  });

  it('are made once under a key', async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const [one, two] = await Promise.all([
      evaluationOf({}, 'claudia', headers),
      evaluationOf({}, 'claudia', headers),
    ]);
    await app.base.pool.query('delete from es.answer');
    const three = await evaluationOf({}, 'claudia', headers).expect(201);
    expect([two.body.data.id, three.body.data.id]).toEqual([one.body.data.id, one.body.data.id]);
    await evaluationOf({ nombre: 'Otra' }, 'claudia', headers).expect(422);
  });
});

describe('audits of other kinds', () => {
  it('a financial one has its phases from the start, which stay', async () => {
    const plan = await PlanApp.open(app, {
      record_type: 'auditoria_financiera',
      plantilla: undefined,
      procesos: ['Ingresos'],
    });
    expect(plan.audit).toMatchObject({
      record_type: 'auditoria_financiera',
      codigo: expect.stringMatching(/^AUD-2026-/),
    });
    const [planning, cycles] = await plan.tree();
    expect([planning?._nombre, cycles?._nombre, cycles?.items.map(({ _nombre }) => _nombre)]).toEqual([
      'Planeación',
      'Ejecución por ciclos',
      ['Ingresos'],
    ]);
    const { body } = await app.call('delete', `${plan.base}/tree/${planning?.id}/`).expect(422);
    expect(body).toMatchObject({ code: 'derived_item' });
  });

  it('an ICCE one starts empty, and its findings are for who has that role in it', async () => {
    const equipo = [
      { usuario: idOf('oscar'), rol: 'icce' },
      { usuario: idOf('laura'), rol: 'auditor' },
    ];
    const changes = { record_type: 'icce', plantilla: undefined, procesos: [], equipo };
    // A manager cannot grant rights that only the ICCE role and administrators have.
    expect((await app.post(bodyOf(changes)).expect(403)).body).toMatchObject({ code: 'beyond_own_rights' });
    const plan = await PlanApp.open(app, changes, 'beatriz');
    expect([plan.audit.record_type, await plan.tree()]).toEqual(['icce', []]);
    await plan.add('GR_FASE', 'Ambiente de control', null);
    await plan.add('HT_PASO', 'Código de ética', 'Ambiente de control');
    const body = { item_tipo: 'HT_HALLAZGO', nombre: 'Sin firmar', parent: plan.of('Código de ética') };
    const find = (name: string) => app.call('post', `${plan.base}/tree/`, { name, body });
    expect((await find('laura').expect(403)).body).toMatchObject({ code: 'icce_role_required' });
    expect((await find('andres').expect(403)).body).toMatchObject({ code: 'icce_role_required' });
    await find('oscar').expect(201);
  });

  it.each<[string, object]>([
    ['manages it', { equipo: [{ usuario: idOf('andres'), rol: 'manager' }] }],
    ['has the ICCE role', { equipo: [{ usuario: idOf('andres'), rol: 'icce' }] }],
    ['has an auditor manage it', { equipo: [{ usuario: idOf('oscar'), rol: 'manager' }] }],
  ])('lends its creator no right that they lack: a leader who %s is refused', async (_, changes) => {
    const refused = await app.post(bodyOf({ ...changes }), 'andres').expect(403);
    expect(refused.body).toMatchObject({ code: 'beyond_own_rights' });
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'the template of another kind',
      { record_type: 'icce', plantilla: 'estandar', procesos: [] },
      'template_not_found',
    ],
    ['a scope where there is none', { record_type: 'icce', plantilla: undefined }, 'child_type_not_allowed'],
    [
      'risks where only processes go',
      { record_type: 'auditoria_financiera', plantilla: undefined, riesgos: ['Corte'] },
      'child_type_not_allowed',
    ],
  ])('are refused with %s', async (_, changes, code) => {
    expect((await app.post(bodyOf(changes)).expect(422)).body).toMatchObject({ code });
  });

  it('have templates that say of which kind they are', async () => {
    const rows = await app.data('/plantillas/', z.array(auditTemplateRow));
    expect(new Set(rows.map(({ record_type }) => record_type))).toEqual(
      new Set(['plan', 'auditoria_financiera', 'icce']),
    );
  });
});
