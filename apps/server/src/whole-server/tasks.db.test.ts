import { randomUUID } from 'node:crypto';
import type { SessionData } from '@cotejo/access-contracts';
import { topicOf } from '@cotejo/record/calls';
import { rowFromWire, toWire } from '@cotejo/record';
import { task, taskCalls, type TaskRow } from '@cotejo/tasks-contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AskedCalls } from './asked-calls.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';

let database: CopiedDatabase;
let started: StartedServer;
let ask: AskedCalls;
let manager: SessionData;
let auditor: SessionData;
let owner: SessionData;
let other: SessionData;
const calls = taskCalls();

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database);
  ask = new AskedCalls(started);
  [manager, auditor, owner, other] = (await Promise.all(
    ['claudia.restrepo', 'laura.pineda', 'marta.suarez', 'oscar.benitez'].map((name) => started.signIn(name)),
  )) as [SessionData, SessionData, SessionData, SessionData];
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

const create = async (by: SessionData, values: object, key?: string): Promise<TaskRow> => {
  const body = toWire(task, { responsible: auditor.user.id, ...values });
  return rowFromWire(task, await ask.answer(by, calls.create, { body, ...(key !== undefined && { key }) }));
};
const of = ({ id }: { readonly id: string }) => ({ params: { id } });
const listed = async (by: SessionData, query: Record<string, string> = {}): Promise<string[]> => {
  const { filas } = await ask.answer(by, calls.list, { query: { por_pagina: '500', ...query } });
  return filas.map((row) => String(row['titulo']));
};

describe('tasks', () => {
  it('are what the specification says, with the person responsible by name, position and e-mail', async () => {
    const made = await create(manager, {
      title: 'Revisar contratos',
      priority: 'high',
      dueDate: '2025-01-01',
    });
    const row = await ask.answer(auditor, calls.read, of(made));
    expect(row).toMatchObject({
      titulo: 'Revisar contratos',
      descripcion: null,
      fecha_vencimiento: '2025-01-01',
      prioridad: 5,
      status: 'PENDIENTE',
      motivo_rechazo: null,
      antigua: true,
      auditoria: null,
      usuario_responsable: {
        id: auditor.user.id,
        nombre: 'Laura Pineda',
        cargo: 'Auditora',
        correo: expect.stringContaining('@') as string,
      },
      creado_por: { nombre: 'Claudia Restrepo' },
    });
  });

  it('keep names and e-mails out of the log', async () => {
    const made = await create(manager, { title: 'Sin nombres' });
    const events = started.server.foundation.store.read(`task-${manager.user.account_id}-${made.id}`);
    for await (const { data, meta } of events) {
      expect(JSON.stringify([data, meta])).not.toMatch(/Laura|Pineda|@/);
      expect(data['responsible']).toBe(auditor.user.id);
    }
  });

  it('go from hand to hand: done, given back with a reason, done again, accepted', async () => {
    const made = await create(manager, { title: 'Cruzar saldos', responsible: owner.user.id });
    expect(await ask.refusal(auditor, calls.start, { ...of(made), body: {} })).toBe('404 record_not_found');
    expect(await ask.refusal(owner, calls.review, { ...of(made), body: {} })).toBe('403 not_yours');
    expect(await ask.refusal(manager, calls.review, { ...of(made), body: {} })).toBe('409 cannot_from_here');
    await ask.answer(owner, calls.complete, { ...of(made), body: {} });
    expect(await ask.refusal(manager, calls.reject, { ...of(made), body: {} })).toBe('400 invalid_request');
    const rejected = await ask.answer(manager, calls.reject, {
      ...of(made),
      body: { motivo: 'Falta marzo' },
    });
    expect(rejected).toMatchObject({ status: 'RECHAZADO', motivo_rechazo: 'Falta marzo' });
    await ask.answer(owner, calls.start, { ...of(made), body: {} });
    await ask.answer(owner, calls.complete, { ...of(made), body: {} });
    const done = await ask.answer(manager, calls.review, { ...of(made), body: {} });
    expect(done).toMatchObject({ status: 'REVISADO', motivo_rechazo: null, version: 5 });
    expect(await ask.refusal(manager, calls.change, { ...of(made), body: { titulo: 'Otra' } })).toBe(
      '409 task_reviewed',
    );
    const history = await ask.answer(owner, calls.history, of(made));
    expect(history.map(({ accion, actor }) => [accion, actor.nombre])).toEqual([
      ['create', 'Claudia Restrepo'],
      ['complete', 'Marta Suárez'],
      ['reject', 'Claudia Restrepo'],
      ['start', 'Marta Suárez'],
      ['complete', 'Marta Suárez'],
      ['review', 'Claudia Restrepo'],
    ]);
    expect(history[0]?.cambios).toContainEqual({ campo: 'responsible', de: null, a: 'Marta Suárez' });
    expect(history[2]?.cambios).toEqual([
      { campo: 'status', de: 'completed', a: 'rejected' },
      { campo: 'rejectionReason', de: null, a: 'Falta marzo' },
    ]);
  });

  it('are seen by whoever gave them, whoever has them, and managers; created by auditors, not by the audited', async () => {
    await create(auditor, { title: 'Privada de Laura', responsible: auditor.user.id });
    expect(await listed(auditor)).toContain('Privada de Laura');
    expect(await listed(manager)).toContain('Privada de Laura');
    expect(await listed(other)).not.toContain('Privada de Laura');
    expect(await listed(owner)).not.toContain('Privada de Laura');
    const body = { titulo: 'Mía', usuario_responsable: owner.user.id };
    expect(await ask.refusal(owner, calls.create, { body })).toBe('403 access_not_authorized');
  });

  it('are about an audit and an item that whoever names them may open', async () => {
    const audits = await started.get('/proyecto/riesgo/auditoria/', manager).expect(200);
    const { id: audit } = (audits.body as { data: { id: string; codigo: string }[] }).data.find(
      ({ codigo }) => codigo.endsWith('-004'),
    ) as { id: string };
    const tree = await started.get(`/proyecto/riesgo/auditoria/${audit}/tree/`, manager).expect(200);
    const [{ id: item }] = (tree.body as { data: { id: string }[] }).data as [{ id: string }];
    const made = await create(manager, {
      title: 'Sobre un elemento',
      audit,
      item,
      responsible: owner.user.id,
    });
    expect(made.audit).toMatchObject({ id: audit, name: 'Compras y pagos' });
    expect(made.item?.name).toEqual(expect.any(String));
    // Action-plan owners have no access to the plan, so the item has no name for them.
    const seen = rowFromWire(task, await ask.answer(owner, calls.read, of(made)));
    expect(seen.audit).toEqual({ id: audit, code: null, name: null });
    for (const wrong of [{ auditoria: randomUUID() }, { auditoria: audit, elemento: randomUUID() }]) {
      const body = { titulo: 'x', usuario_responsable: auditor.user.id, ...wrong };
      expect(await ask.refusal(manager, calls.create, { body })).toBe('422 reference_not_found');
    }
    const body = { titulo: 'x', usuario_responsable: randomUUID() };
    expect(await ask.refusal(manager, calls.create, { body })).toBe('422 reference_not_found');
  });

  it('are made once, however often the call comes, and others’ changes at the same moment are not lost', async () => {
    const key = randomUUID();
    const first = await create(manager, { title: 'Una sola vez' }, key);
    expect((await create(manager, { title: 'Una sola vez' }, key)).id).toBe(first.id);
    // Also if the stored answer for the key is lost.
    await started.server.foundation.pool.query('delete from es.answer');
    expect((await create(manager, { title: 'Una sola vez' }, key)).id).toBe(first.id);
    expect((await listed(manager)).filter((title) => title === 'Una sola vez')).toHaveLength(1);

    const changes = [{ descripcion: 'Con anexos' }, { prioridad: 1 }, { fecha_vencimiento: '2027-01-15' }];
    await Promise.all(changes.map((body) => ask.answer(manager, calls.change, { ...of(first), body })));
    expect(await ask.answer(manager, calls.read, of(first))).toMatchObject({
      ...{ descripcion: 'Con anexos', prioridad: 1, fecha_vencimiento: '2027-01-15', version: 3 },
    });
  });
});

describe('lists of tasks', () => {
  it('are filtered, searched, ordered and come by pages', async () => {
    for (const [title, priority, dueDate] of [
      ['Orden 100% uno', 'low', '2031-03-01'],
      ['Orden 100_ dos', 'high', '2031-01-01'],
      ['orden 100% tres', 'medium', '2031-02-01'],
      ['Orden sin fecha', null, null],
    ]) {
      await create(manager, { title, priority, dueDate, responsible: other.user.id });
    }
    const mine = { q: 'orden', usuario_responsable: other.user.id };
    const titles = (query: Record<string, string>) => listed(manager, { ...mine, ...query });
    expect(await titles({ orden: 'fecha_vencimiento' })).toEqual([
      ...['Orden 100_ dos', 'orden 100% tres', 'Orden 100% uno', 'Orden sin fecha'],
    ]);
    expect(await titles({ orden: '-prioridad' })).toEqual([
      ...['Orden 100_ dos', 'orden 100% tres', 'Orden 100% uno', 'Orden sin fecha'],
    ]);
    expect(await titles({ orden: 'titulo' })).toEqual([
      ...['Orden 100_ dos', 'orden 100% tres', 'Orden 100% uno', 'Orden sin fecha'].toSorted((a, b) =>
        a.toLowerCase() < b.toLowerCase() ? -1 : 1,
      ),
    ]);
    expect(await titles({ q: '100%' })).toHaveLength(2);
    expect(await titles({ prioridad: '5,3' })).toHaveLength(2);
    expect(
      await titles({ fecha_vencimiento_desde: '2031-02-01', fecha_vencimiento_hasta: '2031-02-28' }),
    ).toEqual(['orden 100% tres']);
    expect(await titles({ status: 'REVISADO' })).toEqual([]);
    const query = { ...mine, orden: 'fecha_vencimiento', por_pagina: '3' };
    const second = await ask.answer(manager, calls.list, { query: { ...query, pagina: '2' } });
    expect(second).toMatchObject({ total: 4, pagina: 2, paginas: 2, filas: [{ titulo: 'Orden sin fecha' }] });
    expect(await ask.refusal(manager, calls.list, { query: { orden: 'usuario_responsable' } })).toBe(
      '400 invalid_request',
    );
  });

  it('keep what was removed for thirty days, from which it can come back', async () => {
    const made = await create(manager, { title: 'A la papelera' });
    const { cursor } = await ask.answer(manager, calls.list);
    await ask.answer(manager, calls.remove, of(made));
    expect(await listed(manager)).not.toContain('A la papelera');
    expect(await listed(manager, { papelera: '1' })).toContain('A la papelera');
    const changed = await ask.answer(manager, calls.list, { query: { despues: String(cursor) } });
    expect(changed.filas).toEqual([{ id: made.id, eliminado: true, version: 1 }]);
    expect(await ask.refusal(manager, calls.start, { ...of(made), body: {} })).toBe('409 in_trash');
    await ask.answer(manager, calls.restore, { ...of(made), body: {} });
    expect(await listed(manager)).toContain('A la papelera');
    await ask.answer(manager, calls.remove, of(made));
    await started.server.foundation.pool.query(
      "update read.task set removed_at = removed_at - interval '30 days' where id = $1",
      [made.id],
    );
    expect(await listed(manager, { papelera: '1' })).not.toContain('A la papelera');
  });

  it('are live: each change comes as a row, or as its end for whom it no longer concerns', async () => {
    const { cursor } = await ask.answer(other, calls.list);
    const frames: { rows: Record<string, unknown>[] }[] = [];
    const socket = await started.feed(other);
    socket.on('frame', (frame: { rows: Record<string, unknown>[] }) => frames.push(frame));
    const key = other.user.account_id;
    await socket.emitWithAck('follow', { topic: topicOf(task), key, cursor });
    const rows = () => frames.flatMap((frame) => frame.rows);
    const made = await create(manager, { title: 'En vivo', responsible: other.user.id });
    await vi.waitFor(() => expect(rows()).toContainEqual(expect.objectContaining({ titulo: 'En vivo' })));
    const body = { usuario_responsable: auditor.user.id };
    await ask.answer(manager, calls.change, { ...of(made), body });
    const gone = { id: made.id, eliminado: true, version: 1 };
    await vi.waitFor(() => expect(rows()).toContainEqual(gone));
    socket.close();
  });
});

it('the demo account has tasks in each status, one of them old', async () => {
  const { filas } = await ask.answer(manager, calls.list, { query: { por_pagina: '500' } });
  const rows = filas.map((wire) => rowFromWire(task, wire));
  const demo = rows.filter(({ title }) =>
    /actas del comité|Archivar los papeles|plantilla de informe/.test(title),
  );
  expect(demo.map(({ title, status, old }) => `${title.slice(0, 7)} ${status} ${old}`).toSorted()).toEqual([
    'Archiva pending true',
    'Pedir l pending false',
    'Revisar reviewed false',
  ]);
});
