import { changedTree, changedTreeItem, changeRow, treeItemRead } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AuditsApp } from './audits-app.fixture.ts';
import { addTo, every, newRecord, PlanApp, refused } from './plan-app.fixture.ts';
import { planOfEachTest } from './plan-of-each-test.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
planOfEachTest((opened, made) => {
  app = opened;
  plan = made;
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
    const library = await newRecord(app, 'biblioteca');
    const risk = await addTo(app, library, 'HT_RIESGO', 'Fraude en compras', null, {
      codigo: 'RB-7',
      riesgo_general: 'Fraude',
    });
    await addTo(app, library, 'HT_CONTROL', 'Segregación', risk);
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
    const evaluation = await newRecord(app, 'evaluacion');
    const unit = await addTo(app, evaluation, 'GR_UNIDAD_NEGOCIO', 'Bogotá', null);
    const risk = await addTo(app, evaluation, 'HT_RIESGO', 'Corte', unit, { codigo: 'RE-1' });
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
    const library = await newRecord(app, 'biblioteca');
    const general = await addTo(app, library, 'HT_RIESGO', 'Fraude', null, { codigo: 'RB-7' });
    const evaluation = await newRecord(app, 'evaluacion');
    const unit = await addTo(app, evaluation, 'GR_UNIDAD_NEGOCIO', 'Bogotá', null);
    const process = await addTo(app, evaluation, 'GR_PROCESO', 'Ventas', unit);
    await addTo(app, evaluation, 'HT_RIESGO', 'Corte', process, { codigo: 'RE-1' });
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
