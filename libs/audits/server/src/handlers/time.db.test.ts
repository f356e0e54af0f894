import type { Principal } from '@cotejo/access-contracts';
import {
  AUDIT_TIME_TOPIC,
  auditDetail,
  auditRow,
  auditSummary,
  teamMemberRead,
  timeRecordRead,
  timeRecordRow,
  type TimeRecordRow,
} from '@cotejo/audits-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditsApp, idOf, principals } from './audits-app.fixture.ts';
import { PlanApp, refused } from './plan-app.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
const sent: [socket: string, row: TimeRecordRow][] = [];

beforeAll(async () => {
  app = await AuditsApp.open();
  app.hub.attach({
    emit: (sockets, { rows }) => {
      const parsed = rows.map((row) => timeRecordRow.parse(row));
      for (const socket of sockets) for (const row of parsed) sent.push([socket, row]);
    },
    revoke: () => undefined,
    end: () => undefined,
  });
});
beforeEach(async () => {
  plan = await PlanApp.open(app);
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const made = z.object({ id: z.uuid() });
const worked = (more: object = {}) => ({
  ...{ actividad: plan.of('Selección de proveedores'), fecha: '2026-03-02', horas: 1.5 },
  ...more,
});
const record = (name: string, more: object = {}) =>
  app.call('post', `${plan.base}/tiempo/`, { body: worked(more), name });
const recorded = async (name: string, more: object = {}) =>
  (await app.does('post', `${plan.base}/tiempo/`, made, { body: worked(more), name })).id;
const time = (name: string) => app.does('get', `${plan.base}/tiempo/`, z.array(timeRecordRead), { name });
const charged = async (who: string, name = 'claudia') =>
  (await app.does('get', `${plan.base}/equipo/`, z.array(teamMemberRead), { name })).find(
    ({ usuario }) => usuario.id === idOf(who),
  )?.horas_cargadas;

describe('time on an audit', () => {
  it('moves the hours of the member and of the audit, and begins it', async () => {
    const id = await recorded('oscar', { notas: 'Entrevistas', tipo: 'I' });
    expect(await time('oscar')).toEqual([
      {
        ...{ id, usuario: { id: idOf('oscar'), name: 'Oscar Prueba', sigla: 'OS' }, fecha: '2026-03-02' },
        actividad: {
          id: plan.of('Selección de proveedores'),
          ...{ item_tipo: 'GR_PROCESO', codigo: null, nombre: 'Selección de proveedores' },
        },
        ...{
          horas: 1.5,
          minutos: 90,
          tipo: 'I',
          notas: 'Entrevistas',
          version: expect.any(Number) as unknown,
        },
      },
    ]);
    await recorded('andres', { usuario: idOf('oscar'), fecha: '2026-03-03', horas: 2 });
    expect(await charged('oscar')).toBe(3.5);
    const detail = await app.does('get', `${plan.base}/`, auditDetail.loose());
    expect(detail).toMatchObject({ horas_cargadas: 3.5, status: 'EN PROCESO' });
    const rows = await app.data('/', z.array(auditRow));
    expect(rows.find((row) => row.id === plan.audit.id)).toMatchObject({ status: 'EN PROCESO' });
    const summary = await app.does('get', `${plan.base}/resumen/`, auditSummary);
    expect(summary.horas).toMatchObject({ presupuestadas: 480, cargadas: 3.5 });
  });

  it('tells the hours of a member to that member and to whoever sees all time records', async () => {
    await recorded('oscar');
    await app
      .call('post', `${plan.base}/equipo/`, { body: { usuario: idOf('laura'), rol: 'auditor' } })
      .expect(201);
    expect(await charged('oscar', 'oscar')).toBe(1.5);
    expect(await charged('oscar', 'andres')).toBe(1.5);
    expect(await charged('oscar', 'laura')).toBeNull();
    expect(await charged('laura', 'laura')).toBe(0);
  });

  it('is corrected and removed by its person and whoever edits the team, and by nobody else', async () => {
    const id = await recorded('oscar');
    const path = `${plan.base}/tiempo/${id}/`;
    await app.call('put', path, { body: { horas: 2 }, name: 'oscar' }).expect(200);
    expect(await charged('oscar')).toBe(2);
    await app.call('put', path, { body: { notas: 'Corregido' }, name: 'andres' }).expect(200);
    await app
      .call('post', `${plan.base}/equipo/`, { body: { usuario: idOf('laura'), rol: 'auditor' } })
      .expect(201);
    await refused(403, 'forbidden', app.call('put', path, { body: { horas: 1 }, name: 'laura' }));
    await refused(403, 'forbidden', app.call('delete', path, { name: 'laura' }));
    expect(await time('laura')).toEqual([]);
    expect((await time('andres')).map(({ horas, notas }) => [horas, notas])).toEqual([[2, 'Corregido']]);
    await app.call('delete', path, { name: 'oscar' }).expect(200);
    expect([await charged('oscar'), await time('andres')]).toEqual([0, []]);
    await refused(404, 'time_record_not_found', app.call('delete', path, { name: 'oscar' }));
  });

  it('says at its field why it is not taken', async () => {
    const future = await refused(422, 'time_in_future', record('oscar', { fecha: '2999-01-01' }));
    expect(future.details).toEqual({ campo: 'fecha' });
    await recorded('oscar', { horas: 20 });
    const day = await refused(422, 'day_overfilled', record('oscar', { horas: 5 }));
    expect(day.details).toEqual({ campo: 'horas' });
    await refused(404, 'not_in_team', record('andres', { usuario: idOf('laura') }));
    await refused(400, 'invalid_request', record('oscar', { horas: 0 }));
    await refused(403, 'access_not_authorized', record('hernan'));
    await refused(404, 'audit_not_found', record('stranger'));
  });

  it('keeps its person and hours when its item goes to the trash', async () => {
    const step = await plan.add('HT_PASO', 'Conciliar', 'Selección de proveedores');
    await recorded('oscar', { actividad: step.id });
    await plan.remove('Conciliar');
    expect((await time('oscar')).map(({ actividad }) => actividad.nombre)).toEqual(['Conciliar']);
    await refused(409, 'item_deleted', record('oscar', { actividad: step.id }));
  });

  it('is fed to its person and to whoever edits the team', async () => {
    sent.length = 0;
    const follow = async (name: string) => {
      const socket = `time-${name}-${plan.audit.id}`;
      app.hub.connected(socket, principals.get(name) as Principal);
      const asked = { topic: AUDIT_TIME_TOPIC, key: plan.audit.id, cursor: -1 };
      // The new audit is followed once its row is there.
      const isTaken = async (): Promise<boolean> => {
        let ok = false;
        await app.hub.follow(socket, asked, (answer) => (ok = answer.ok));
        return ok;
      };
      await expect.poll(isTaken).toBe(true);
      return () =>
        sent.filter(([to]) => to === socket).map(([, row]) => ('eliminado' in row ? 'gone' : row.horas));
    };
    const [toAndres, toOscar, toLaura] = [
      await follow('andres'),
      await follow('oscar'),
      await follow('laura'),
    ];
    const id = await recorded('oscar');
    await recorded('andres', { horas: 4 });
    await expect.poll(toAndres).toEqual([1.5, 4]);
    await app.call('delete', `${plan.base}/tiempo/${id}/`, { name: 'oscar' }).expect(200);
    await expect
      .poll(() => [toAndres(), toOscar()])
      .toEqual([
        [1.5, 4, 'gone'],
        [1.5, 'gone'],
      ]);
    expect(toLaura()).toEqual([]);
    for (const name of ['andres', 'oscar', 'laura']) app.hub.disconnected(`time-${name}-${plan.audit.id}`);
  });
});
