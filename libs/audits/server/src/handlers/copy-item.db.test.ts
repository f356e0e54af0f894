import {
  auditDetail,
  auditStream,
  changedTree,
  changedTreeItem,
  changeRow,
  planAtAnswer,
  planChangesAnswer,
  treeItemRead,
  trashRow,
} from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { auditPorts } from '../ports/audit-ports.ts';
import { account, type AuditsApp, idOf } from './audits-app.fixture.ts';
import { outline, PlanApp, refused, submit } from './plan-app.fixture.ts';
import { planOfEachTest } from './plan-of-each-test.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
planOfEachTest((opened, made) => {
  app = opened;
  plan = made;
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
    // Types that cannot be copied to another audit cannot be copied within their own, with the same code.
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
    // Also refused as part of the group that contains it.
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
    // Repeating the call starts a new attempt.
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
    const under = crypto.randomUUID();
    const hidden = {
      kind: 'create_item',
      id: under,
      type: 'process',
      parent: plan.of('Informe'),
      name: 'Suyo',
    };
    await submit(plan, 'andres', hidden, operation);
    expect(outline(await plan.tree())).toEqual(before);
    await refused(404, 'item_not_found', app.call('get', `${plan.base}/tree/${id}/`));
    // Unfinished copies are also absent from past plans, comparisons, the change log and copies made from
    // them.
    const past = await app.data(`/${plan.audit.id}/plan/`, planAtAnswer);
    expect(JSON.stringify(past.items)).not.toMatch(/A medias|Suyo/);
    const { changes } = await app.data(`/${plan.audit.id}/changes/?from=1`, planChangesAnswer);
    expect(JSON.stringify(changes)).not.toMatch(/A medias|Suyo/);
    const log = () => app.data(`/${plan.audit.id}/historial/`, z.array(changeRow));
    expect((await log())[0]?.type).toBe('OperationStarted');
    const elsewhere = await PlanApp.open(app, { nombre: 'Otra' });
    const copying = (item: string) =>
      app.call('post', `riesgo/auditoria_treeitem/${item}/actions/copy/`, {
        body: { destino: elsewhere.audit.id, parent: null },
      });
    await refused(409, 'operation_running', copying(plan.of('Informe')));
    expect((await copying(plan.of('Ejecución'))).status).toBeLessThan(300);
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
    const trash = await app.does('get', `${plan.base}/papelera/`, z.array(trashRow), { name: 'claudia' });
    expect(trash.map((row) => row.id)).not.toContain(id);
    await app.does('put', `${plan.base}/tree/${plan.of('Informe')}/`, changedTreeItem, {
      body: { nombre: 'Informes' },
    });
  });
});
