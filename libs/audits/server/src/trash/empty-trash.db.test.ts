import { changeRow, SYSTEM_TASKS, systemActor, trashRow, type TrashRow } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditsApp, idOf } from '../handlers/audits-app.fixture.ts';
import { outline, PlanApp } from '../handlers/plan-app.fixture.ts';
import { EmptyTrash } from './empty-trash.ts';

let app: AuditsApp;
let plan: PlanApp;
let told: string[];
beforeAll(async () => {
  app = await AuditsApp.open();
});
beforeEach(async () => {
  told = [];
  // Purges what earlier tests left in the trash.
  app.ahead.days = 1_000;
  await emptying().look();
  app.ahead.days = 0;
  plan = await PlanApp.open(app);
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const trashOf = (of: PlanApp, name = 'andres'): Promise<TrashRow[]> =>
  app.does('get', `${of.base}/papelera/`, z.array(trashRow), { name });

const emptying = () =>
  new EmptyTrash({
    rooms: app.rooms,
    db: app.base.db,
    store: app.base.store,
    pool: app.base.pool,
    projection: app.base.runner,
    clock: () => new Date(Date.now() + app.ahead.days * 24 * 60 * 60_000),
    log: { info: (_, message) => void told.push(message), error: (_, message) => void told.push(message) },
  });

describe('the trash', () => {
  it('shows what was deleted: by whom, when, how much went along, where it stood and for how long yet', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Selección de proveedores');
    await plan.remove('Arqueo');
    await plan.add('HT_PASO', 'Recuento', 'Selección de proveedores');
    await app
      .call('delete', `${plan.base}/tree/${plan.of('Selección de proveedores')}/`, { name: 'claudia' })
      .expect(200);
    const [process, step] = await trashOf(plan);
    expect(process).toMatchObject({
      id: plan.of('Selección de proveedores'),
      item_tipo: 'GR_PROCESO',
      nombre: 'Selección de proveedores',
      eliminado_por: { id: idOf('claudia'), name: 'Claudia Prueba' },
      eliminado_en: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      items: 1,
      ruta: [{ id: plan.of('Ejecución'), nombre: 'Ejecución', eliminado: false }],
      ancestros_eliminados: false,
      dias_restantes: 30,
    });
    expect(step).toMatchObject({ id: plan.of('Arqueo'), items: 0, ancestros_eliminados: true });
    expect(step?.ruta.map(({ nombre, eliminado }) => [nombre, eliminado])).toEqual([
      ['Ejecución', false],
      ['Selección de proveedores', true],
    ]);
    app.ahead.days = 29.5;
    expect((await trashOf(plan))[0]?.dias_restantes).toBe(1);
  });

  it('gives back an item, with what stood above it when that is asked for', async () => {
    const before = outline(await plan.tree());
    await plan.add('HT_PASO', 'Arqueo', 'Selección de proveedores');
    await plan.remove('Arqueo');
    await plan.remove('Selección de proveedores');
    const restore = (body: object, name = 'andres') =>
      app.call('post', `${plan.base}/papelera/${plan.of('Arqueo')}/restaurar/`, { body, name });
    expect((await restore({}).expect(409)).body).toMatchObject({ code: 'parent_deleted' });
    await restore({ conAncestros: true }, 'hernan').expect(403);
    await restore({ conAncestros: 'sí' }).expect(400);
    expect((await restore({ conAncestros: true }).expect(200)).body.data).toMatchObject({
      _nombre: 'Arqueo',
      projected: true,
    });
    expect((await restore({}).expect(409)).body).toMatchObject({ code: 'not_deleted' });
    expect(await trashOf(plan)).toEqual([]);
    await plan.remove('Arqueo');
    expect(outline(await plan.tree())).toEqual(before);
  });

  it('is not for guests, nor for who looks on', async () => {
    for (const [name, status] of [
      ['hernan', 403],
      ['marta', 403],
      ['stranger', 404],
      ['laura', 403],
    ] as const) {
      await app.call('get', `${plan.base}/papelera/`, { name }).expect(status);
    }
    await app.call('get', `${plan.base}/papelera/`, { name: 'oscar' }).expect(200);
  });
});

describe('emptying the trash', () => {
  it('takes out what has lain there for 30 days, and nothing younger; the log keeps what it was', async () => {
    await plan.add('HT_RIESGO', 'Corte', 'Ejecución');
    await plan.add('HT_CONTROL', 'Conciliación', 'Corte');
    await plan.remove('Corte');
    app.ahead.days = 20;
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    await plan.remove('Arqueo');
    app.ahead.days = 29.9;
    expect(await emptying().look()).toBe(0);
    expect(await trashOf(plan)).toHaveLength(2);
    app.ahead.days = 30.1;
    expect(await emptying().look()).toBe(1);
    expect((await trashOf(plan)).map(({ id }) => id)).toEqual([plan.of('Arqueo')]);
    expect(
      (await app.call('post', `${plan.base}/papelera/${plan.of('Corte')}/restaurar/`, { body: {} })).body,
    ).toMatchObject({ code: 'item_not_found' });
    const rows = await app.base.db.query<unknown[]>(
      'select from read.tree_item where audit_id = $1 and id = any ($2)',
      [plan.audit.id, [plan.of('Corte'), plan.of('Conciliación')]],
    );
    expect(rows).toEqual([]);
    const [newest] = await app.does('get', `${plan.base}/historial/`, z.array(changeRow));
    expect(newest).toMatchObject({
      type: 'TreeItemPurged',
      actor: { id: systemActor('trash') },
      item: { id: plan.of('Corte'), type: 'risk', name: 'Corte', code: 'R-001' },
      detail: { items: 2 },
    });
    expect(SYSTEM_TASKS).toContain('trash');
    app.ahead.days = 60;
    expect(await emptying().look()).toBe(1);
    expect(await emptying().look()).toBe(0);
    expect(told).toEqual([]);
  });

  it('leaves closed audits alone', async () => {
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    await plan.remove('Arqueo');
    const closed = await PlanApp.open(app, { nombre: 'Cerrada' });
    await closed.add('HT_PASO', 'Guardado', 'Ejecución');
    await closed.remove('Guardado');
    await closed.happens('AuditStatusChanged', { from: 'not_started', to: 'closed', closedOn: null });
    app.ahead.days = 31;
    expect(await emptying().look()).toBe(1);
    expect(await trashOf(closed)).toMatchObject([{ nombre: 'Ejecución - Guardado', dias_restantes: 0 }]);
  });

  it('is done by one node, however many look at once, and goes through very much', async () => {
    for (let n = 0; n < 60; n++) {
      await plan.add('HT_PASO', `P${n}`, 'Ejecución');
      await plan.remove(`P${n}`);
    }
    app.ahead.days = 31;
    const counts = await Promise.all([emptying().look(), emptying().look(), emptying().look()]);
    expect(counts.sort((a, b) => a - b)).toEqual([0, 0, 60]);
    expect(await trashOf(plan)).toEqual([]);
  });

  it('goes on with other audits where one cannot be emptied', async () => {
    const other = await PlanApp.open(app, { nombre: 'Otra' });
    for (const one of [plan, other]) {
      await one.add('HT_PASO', 'Arqueo', 'Ejecución');
      await one.remove('Arqueo');
    }
    app.ahead.days = 31;
    const { rooms } = app;
    const real = rooms.submitAsSystem.bind(rooms);
    rooms.submitAsSystem = (audit, ...rest) => {
      if (audit === plan.audit.id) return Promise.reject(new Error('the room is away'));
      return real(audit, ...rest);
    };
    expect(await emptying().look()).toBe(1);
    rooms.submitAsSystem = real;
    expect(told).toEqual(['the trash of an audit could not be emptied']);
    expect(await emptying().look()).toBe(1);
  });
});
