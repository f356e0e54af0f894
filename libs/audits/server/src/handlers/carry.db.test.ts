import {
  auditDetail,
  carryPreview,
  createdRecord,
  treeItemRead,
  type ItemId,
  type KernelIntent,
} from '@cotejo/audits-contracts';
import { batchOf } from '@cotejo/audits-domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type AuditsApp, bodyOf, idOf, principals } from './audits-app.fixture.ts';
import { addTo, every, newRecord, outline, PlanApp, refused, submit } from './plan-app.fixture.ts';
import { planOfEachTest } from './plan-of-each-test.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
planOfEachTest((opened, made) => {
  app = opened;
  plan = made;
});
afterEach(() => vi.restoreAllMocks());

const CREATE = 'riesgo/auditoria/';
const bodyFrom = (origen: object, changes: object = {}) => ({
  ...bodyOf({
    nombre: 'Compras 2027',
    fecha_inicio: '2027-02-01',
    fecha_fin: '2027-06-30',
    procesos: [],
    ...changes,
  }),
  origen,
});
const rollForward = (changes: object = {}) => ({ tipo: 'traslado', auditoria: plan.audit.id, ...changes });
const created = (body: object, name = 'claudia', headers: Record<string, string> = {}) =>
  app.does('post', CREATE, createdRecord, { body, name, headers });
const post = (body: object, name = 'claudia') => app.call('post', CREATE, { body, name });
const treeOf = (id: string) =>
  app.does('get', `riesgo/auditoria/${id}/tree/`, z.array(treeItemRead), { name: 'claudia' });
const detailOf = (id: string) => app.does('get', `riesgo/auditoria/${id}/`, auditDetail, { name: 'claudia' });

/** Creates from an origin and waits until it is filled. */
async function filled(body: object, name?: string) {
  const audit = await created(body, name);
  await app.services.fillings.settled();
  return { audit, tree: await treeOf(audit.id) };
}

/** A risk with a tested control, a finding and dates in the plan. */
async function givenWork(): Promise<void> {
  await plan.add('HT_RIESGO', 'Pagos duplicados', 'Selección de proveedores');
  await plan.add('HT_CONTROL', 'Segregación', 'Pagos duplicados');
  await plan.add('HT_CONTROL_TEST', 'Recorrido', 'Segregación');
  await plan.add('HT_PASO', 'Arqueo', 'Selección de proveedores', {
    fecha_inicio: '2026-02-02',
    fecha_fin: '2026-02-06',
  });
  await plan.add('HT_HALLAZGO', 'Sin soporte', 'Arqueo');
  const set = (name: string, values: object) =>
    submit(plan, 'andres', { kind: 'set_values', id: plan.of(name), values: { ...values } });
  await set('Pagos duplicados', { probability: 5, impact: 3 });
  await set('Segregación', { isKey: true, 'design.segregation.weight': 7, budgetedMinutes: 90 });
  await set('Recorrido', { population: 300, sampleSize: 50, method: 'attributes' });
}

describe('a roll-forward', () => {
  it('takes over the programme and nothing of the work, with its days moved to working days', async () => {
    await givenWork();
    const { audit, tree } = await filled(bodyFrom(rollForward()));
    expect(audit.llenado).toEqual({ elementos: every(tree).length });
    const before = await plan.tree();
    const withoutFindings = outline(before).filter((name) => !name.includes('Sin soporte'));
    expect(outline(tree)).toEqual(withoutFindings);
    const named = new Map(every(tree).map((item) => [item._nombre, item]));
    expect(named.get('Segregación')).toMatchObject({
      item_tipo: 'HT_CONTROL',
      codigo: 'C-001',
      control_diseno: null,
    });
    expect(named.get('Pagos duplicados')).toMatchObject({
      codigo: 'R-001',
      probabilidad: null,
      impacto: null,
    });
    // A year of 365 days later: 1 and 5 February 2027 are a Monday and a Friday.
    expect(named.get('Arqueo')).toMatchObject({ fecha_inicio: '2027-02-02', fecha_fin: '2027-02-08' });
    for (const { status, usuario_asignado } of every(tree)) {
      expect([null, 'NUEVO']).toContain(status);
      expect(usuario_asignado).toBeNull();
    }
    const room = await app.rooms.room(audit.id);
    const values = (name: string) => room?.state.get(named.get(name)?.id as ItemId)?.values;
    expect(values('Segregación')).toEqual({
      isKey: true,
      'design.segregation.weight': 7,
      budgetedMinutes: 90,
    });
    expect(values('Recorrido')).toEqual({ method: 'attributes' });
    const source = await app.rooms.room(plan.audit.id);
    expect(room?.state.source).toEqual({
      kind: 'roll_forward',
      key: plan.audit.id,
      title: `${plan.audit.codigo} Compras y pagos`,
      version: String(source?.state.version),
    });
    expect(await detailOf(audit.id)).toMatchObject({ operacion: null, status: 'SIN INICIAR' });
  });

  it('takes over team, open findings and ratings where they are chosen', async () => {
    await givenWork();
    const origen = rollForward({ equipo: true, hallazgos: true, calificaciones: true });
    const { audit, tree } = await filled(bodyFrom(origen));
    const names = every(tree).map(({ _nombre }) => _nombre);
    expect(names).toContain(`Sin soporte (viene de ${plan.audit.codigo}, H-01)`);
    expect(every(tree).find(({ codigo }) => codigo === 'R-001')).toMatchObject({
      probabilidad: 5,
      impacto: 3,
    });
    const { equipo } = await detailOf(audit.id);
    expect(equipo.map(({ usuario, rol }) => [usuario.id, rol])).toContainEqual([idOf('oscar'), 'auditor']);
  });

  it('is told before it is made: what it takes over, of which version', async () => {
    await givenWork();
    const preview = await app.does('get', `${plan.base}/traslado/`, carryPreview, { name: 'claudia' });
    const { elementos, hallazgos_abiertos, riesgos_calificados, equipo, version } = preview;
    expect(elementos).toMatchObject({ GR_FASE: 3, HT_RIESGO: 1, HT_CONTROL: 1, HT_CONTROL_TEST: 1 });
    expect({ hallazgos_abiertos, riesgos_calificados }).toEqual({
      hallazgos_abiertos: 1,
      riesgos_calificados: 1,
    });
    expect(equipo.map(({ rol }) => rol).sort()).toEqual(['auditor', 'leader', 'manager']);
    await plan.add('HT_PASO', 'De después', 'Informe');
    const { tree } = await filled(bodyFrom(rollForward({ version })));
    const names = every(tree).map(({ _nombre }) => _nombre);
    expect(names).toContain('Arqueo');
    expect(names).not.toContain('De después');
    await refused(404, 'version_not_reached', post(bodyFrom(rollForward({ version: 99_999 }))));
  });

  it('answers a repeated call with the same audit, filled once', async () => {
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const [first, again] = [
      await created(bodyFrom(rollForward()), 'claudia', key),
      await created(bodyFrom(rollForward()), 'claudia', key),
    ];
    expect(again.id).toBe(first.id);
    await app.services.fillings.settled();
    expect(outline(await treeOf(first.id))).toEqual(outline(await plan.tree()));
  });

  it('that fails disappears, and its code goes on', async () => {
    const { rooms } = app.services;
    const submitAll = rooms.submit.bind(rooms);
    vi.spyOn(rooms, 'submit').mockImplementation((audit, by, envelopes, options) =>
      envelopes.some(({ intent }) => intent.kind === 'finish_operation')
        ? Promise.reject(new Error('the disk is full'))
        : submitAll(audit, by, envelopes, options),
    );
    const audit = await created(bodyFrom(rollForward()));
    await app.services.fillings.settled();
    await refused(
      404,
      'audit_not_found',
      app.call('get', `riesgo/auditoria/${audit.id}/`, { name: 'claudia' }),
    );
    const list = await app.data('/?q=Compras 2027', z.array(z.object({ id: z.string() })), 'claudia');
    expect(list.map(({ id }) => id)).not.toContain(audit.id);
  });

  it('is refused by the rules of its source', async () => {
    await refused(422, 'scope_of_origin', post(bodyFrom(rollForward(), { procesos: ['Otro'] })));
    const icce = { record_type: 'icce', plantilla: 'icce' };
    await refused(422, 'not_an_origin', post(bodyFrom(rollForward(), icce)));
    const evaluation = await newRecord(app, 'evaluacion');
    await refused(422, 'not_an_origin', post(bodyFrom(rollForward({ auditoria: evaluation }))));
    const operation = crypto.randomUUID();
    await submit(plan, 'claudia', { kind: 'start_operation', operation, what: 'copy' });
    await refused(409, 'operation_running', post(bodyFrom(rollForward())));
    await submit(plan, 'claudia', { kind: 'discard_operation', operation });
  });

  it('of several at once by one person is limited', async () => {
    const leave = [1, 2].map(() => app.services.fillings.enter(principals.get('claudia') as never));
    await refused(429, 'too_many_fillings', post(bodyFrom(rollForward())));
    for (const each of leave) each();
    await filled(bodyFrom(rollForward()));
  });
});

describe('the rights to a source', () => {
  it('are those to read it whole; of another account there is none', async () => {
    await refused(403, 'access_not_authorized', post(bodyFrom(rollForward()), 'laura'));
    const foreign = await app.create({ lider: principals.get('stranger')?.userId, equipo: [] }, 'stranger');
    for (const auditoria of [foreign.id, crypto.randomUUID()]) {
      await refused(404, 'audit_not_found', post(bodyFrom(rollForward({ auditoria }))));
      await refused(
        404,
        'audit_not_found',
        app.call('get', `riesgo/auditoria/${auditoria}/traslado/`, { name: 'claudia' }),
      );
      const unit = { tipo: 'evaluacion', evaluacion: auditoria, unidad: crypto.randomUUID() };
      await refused(404, 'audit_not_found', post(bodyFrom(unit)));
    }
    await refused(404, 'audit_not_found', app.call('get', `${plan.base}/traslado/`, { name: 'stranger' }));
  });
});

describe('a copy of an audit', () => {
  it('takes over all that a roll-forward offers', async () => {
    await givenWork();
    const { audit, tree } = await filled(bodyFrom({ tipo: 'copia', auditoria: plan.audit.id }));
    expect(every(tree)).toHaveLength(every(await plan.tree()).length);
    expect((await detailOf(audit.id)).equipo).toHaveLength(3);
  });
});

describe('an auditable unit of a risk evaluation', () => {
  it('becomes the scope: its groups, risks and controls, in the phase of the template', async () => {
    const evaluation = await newRecord(app, 'evaluacion');
    const unit = await addTo(app, evaluation, 'GR_UNIDAD_NEGOCIO', 'Bogotá', null);
    const process = await addTo(app, evaluation, 'GR_PROCESO', 'Compras', unit);
    const risk = await addTo(app, evaluation, 'HT_RIESGO', 'Fraude', process);
    await addTo(app, evaluation, 'HT_CONTROL', 'Doble firma', risk);
    const origen = { tipo: 'evaluacion', evaluacion: evaluation, unidad: unit };
    const { tree } = await filled(bodyFrom(origen, { riesgos: ['Otro riesgo'] }));
    const work = tree.find(({ _nombre }) => _nombre === 'Ejecución');
    expect(outline(work?.items ?? [])).toEqual([
      'R-002 Otro riesgo',
      'Compras',
      '  R-001 Fraude',
      '    C-001 Doble firma',
    ]);
    expect(every(tree).find(({ _nombre }) => _nombre === 'Doble firma')).toMatchObject({
      item_tipo: 'HT_CONTROL',
    });
    await refused(404, 'item_not_found', post(bodyFrom({ ...origen, unidad: crypto.randomUUID() })));
    await refused(422, 'not_an_origin', post(bodyFrom({ ...origen, unidad: risk })));
    const empty = await addTo(app, evaluation, 'GR_UNIDAD_NEGOCIO', 'Vacía', null);
    await refused(422, 'scope_required', post(bodyFrom({ ...origen, unidad: empty })));
  });
});

describe('the code of a new audit', () => {
  const next = (ano: number) =>
    app.does('get', `riesgo/auditoria/siguiente-codigo/?ano=${ano}`, z.object({ codigo: z.string() }), {
      name: 'claudia',
    });

  it('is suggested, may be another one, and belongs to one audit', async () => {
    const { codigo } = await next(2031);
    expect(codigo).toBe('AUD-2031-001');
    const days = { fecha_inicio: '2031-01-15', fecha_fin: '2031-12-31' };
    expect(await app.create({ ...days, codigo: 'ESP-31-A' })).toMatchObject({ codigo: 'ESP-31-A' });
    await refused(
      409,
      'code_taken',
      app.call('post', CREATE, { body: bodyOf({ ...days, codigo: 'ESP-31-A' }), name: 'claudia' }),
    );
    expect(await app.create(days)).toMatchObject({ codigo, ano_auditoria: 2031 });
    expect(await next(2031)).toEqual({ codigo: 'AUD-2031-002' });
    const { status } = await app.call('post', CREATE, {
      body: bodyOf({ ...days, codigo: 'con espacio' }),
      name: 'claudia',
    });
    expect(status).toBe(400);
  });

  it('is of the year that the audit is of, and the cost is kept', async () => {
    const audit = await app.create({ ano_auditoria: 2032, costo_presupuestado: 9_000_000 });
    expect(audit).toMatchObject({ codigo: 'AUD-2032-001', ano_auditoria: 2032 });
    expect(await detailOf(audit.id)).toMatchObject({ costo_presupuestado: 9_000_000 });
  });
});

describe('an audit of two thousand items', () => {
  it('is rolled forward whole while others read it', async () => {
    const leader = principals.get('andres');
    if (!leader) throw new Error('no leader');
    const phase = plan.of('Ejecución') as ItemId;
    const intents: KernelIntent[] = [];
    const add = (type: 'process' | 'risk' | 'control' | 'step', parent: ItemId, name: string): ItemId => {
      const id = crypto.randomUUID() as ItemId;
      intents.push({ kind: 'create_item', id, type, parent, name });
      return id;
    };
    for (let p = 0; p < 40; p++) {
      const process = add('process', phase, `Proceso ${p}`);
      for (let r = 0; r < 12; r++) {
        const risk = add('risk', process, `Riesgo ${p}.${r}`);
        for (let c = 0; c < 2; c++) add('control', risk, `Control ${p}.${r}.${c}`);
      }
      for (let s = 0; s < 13; s++) add('step', process, `Paso ${p}.${s}`);
    }
    for (let from = 0; from < intents.length; from += 500) {
      const intent = batchOf(app.rooms.model, intents.slice(from, from + 500));
      const { outcomes } = await app.rooms.submit(plan.audit.id, leader, [{ intent, base: 9_999_999 }]);
      expect(outcomes).toEqual([{ ok: true }]);
    }
    const audit = await created(bodyFrom(rollForward()));
    expect(audit.llenado?.elementos).toBeGreaterThan(2_000);
    const seen = await detailOf(audit.id);
    expect(seen.operacion).toBe('import');
    await app.services.fillings.settled();
    expect(outline(await treeOf(audit.id))).toEqual(outline(await plan.tree()));
    const ids = every(await treeOf(audit.id)).map(({ id }) => id);
    const before = new Set(every(await plan.tree()).map(({ id }) => id));
    expect(ids.some((id) => before.has(id))).toBe(false);
    const room = await app.rooms.room(audit.id);
    expect(room?.state.liveCount).toBe(audit.llenado?.elementos);
  }, 60_000);
});
