import type { Principal } from '@cotejo/access-contracts';
import {
  AUDIT_TEAM_TOPIC,
  auditDetail,
  auditRow,
  auditTeamRow,
  changeRow,
  commitmentRead,
  teamMemberRead,
} from '@cotejo/audits-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { AuditsApp, idOf, principals } from './audits-app.fixture.ts';
import { PlanApp, refused } from './plan-app.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
let sent: unknown[];

beforeAll(async () => {
  app = await AuditsApp.open();
  sent = app.fedRows();
});
beforeEach(async () => {
  plan = await PlanApp.open(app);
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const team = (name?: string) =>
  app.does('get', `${plan.base}/equipo/`, z.array(teamMemberRead), name === undefined ? {} : { name });
const member = async (who: string, by?: string) =>
  (await team(by)).find(({ usuario }) => usuario.id === idOf(who));
const add = (body: object, name = 'andres') => app.call('post', `${plan.base}/equipo/`, { body, name });
const change = (who: string, body: object, name = 'andres') =>
  app.call('put', `${plan.base}/equipo/${idOf(who)}/`, { body, name });
const declare = (amenazas: string | null, name: string) =>
  app.call('post', `${plan.base}/equipo/independencia/`, { body: { amenazas }, name });

describe('the team of an audit', () => {
  it('is listed with who leads, in the order of the roles', async () => {
    expect((await team()).map(({ usuario, rol, lidera }) => [usuario.id, rol.nombre, lidera])).toEqual([
      [idOf('claudia'), 'manager', false],
      [idOf('andres'), 'leader', true],
      [idOf('oscar'), 'auditor', false],
    ]);
    await refused(403, 'access_not_authorized', app.call('get', `${plan.base}/equipo/`, { name: 'marta' }));
    await refused(404, 'audit_not_found', app.call('get', `${plan.base}/equipo/`, { name: 'stranger' }));
  });

  it('takes somebody in with what is planned of them, and shows it to all at once', async () => {
    const planned = { horas_presupuestadas: 40.5, costo_presupuestado: 3_000_000, fecha_fin: '2026-04-10' };
    await add({ usuario: idOf('laura'), rol: 'auditor', ...planned }).expect(201);
    expect(await member('laura')).toEqual({
      ...{ usuario: { id: idOf('laura'), name: 'Laura Prueba', sigla: 'LA' }, rol: { nombre: 'auditor' } },
      ...{
        ...planned,
        fecha_inicio: null,
        esta_activo: true,
        lidera: false,
        visitas: [],
        independencia: null,
        horas_cargadas: 0,
      },
    });
    await refused(409, 'already_in_team', add({ usuario: idOf('laura'), rol: 'guest' }));
  });

  it('tells costs and charged hours to whoever may change it, and the hours to the member', async () => {
    const planned = { horas_presupuestadas: 40, costo_presupuestado: 3_000_000 };
    await add({ usuario: idOf('laura'), rol: 'auditor', ...planned }).expect(201);
    expect(await member('laura', 'andres')).toMatchObject({ ...planned, horas_cargadas: 0 });
    const hidden = { costo_presupuestado: null, horas_cargadas: null };
    expect(await member('laura', 'oscar')).toMatchObject(hidden);
    expect(await member('laura', 'hernan')).toMatchObject(hidden);
    expect(await member('laura', 'laura')).toMatchObject({ ...hidden, horas_cargadas: 0 });
    const log = await app.does('get', `${plan.base}/historial/?limite=20`, z.array(changeRow), {
      name: 'oscar',
    });
    const changed = log.find(({ type }) => type === 'TeamMemberChanged');
    expect(changed?.detail).toMatchObject({ hours: 40 });
    expect(changed?.detail).not.toHaveProperty('budgetedCost');
  });

  it('says why somebody is not taken in, or not changed', async () => {
    const someone = { usuario: idOf('laura'), rol: 'auditor' };
    await refused(404, 'not_in_team', change('laura', { horas_presupuestadas: 1 }));
    await refused(403, 'access_not_authorized', add(someone, 'hernan'));
    await refused(403, 'access_not_authorized', add(someone, 'oscar'));
    await refused(422, 'member_not_found', add({ ...someone, usuario: idOf('marta') }));
    const beyond = await refused(403, 'beyond_own_rights', add({ ...someone, rol: 'manager' }));
    expect(beyond.details).toEqual({ campo: 'rol' });
    const hours = await refused(422, 'leader_hours_exceed', change('andres', { horas_presupuestadas: 481 }));
    expect(hours.details).toEqual({ campo: 'horas_presupuestadas' });
    await refused(409, 'member_leads', change('andres', { esta_activo: false }));
  });

  it('follows a new leader, also in the list of audits', async () => {
    await change('oscar', { lidera: true }).expect(200);
    expect(await member('oscar')).toMatchObject({ rol: { nombre: 'leader' }, lidera: true });
    const rows = await app.data('/', z.array(auditRow));
    expect(rows.find(({ id }) => id === plan.audit.id)?.lider?.id).toBe(idOf('oscar'));
    await change('andres', { esta_activo: false }, 'claudia').expect(200);
  });

  it('hands over what a member had, who then is in no list of theirs', async () => {
    const step = await plan.add('HT_PASO', 'Conciliar', 'Selección de proveedores');
    await plan.acts('tree/actions/batch_assign/', { usuario: idOf('oscar'), treeitem_ids: [step.id] });
    await change('oscar', { esta_activo: false, entrega_a: idOf('andres') }).expect(200);
    expect((await plan.item('Conciliar')).usuario_asignado?.id).toBe(idOf('andres'));
    expect(await member('oscar')).toMatchObject({ esta_activo: false });
    const detail = await app.does('get', `${plan.base}/`, auditDetail.loose());
    expect(detail.equipo.map(({ usuario }) => usuario.id)).not.toContain(idOf('oscar'));
    const rows = await app.data('/', z.array(auditRow), 'oscar');
    expect(rows.find(({ id }) => id === plan.audit.id)).toMatchObject({ in_team: false });
    await add({ usuario: idOf('oscar'), rol: 'auditor' }).expect(201);
    expect(await member('oscar')).toMatchObject({ esta_activo: true });
  });

  it('knows who declared, and tells threats to the member and whoever edits the team', async () => {
    await declare('Trabajó en Compras', 'oscar').expect(200);
    await refused(404, 'not_in_team', declare(null, 'laura'));
    const threats = async (by: string) => (await member('oscar', by))?.independencia?.amenazas;
    expect([await threats('oscar'), await threats('andres'), await threats('hernan')]).toEqual([
      'Trabajó en Compras',
      'Trabajó en Compras',
      null,
    ]);
    const logged: unknown[] = [];
    for await (const { type, data } of app.base.store.read(`audit-${plan.audit.id}`))
      if (type === 'IndependenceDeclared') logged.push(data);
    expect(JSON.stringify(logged)).not.toContain('Compras');
  });

  it('shows what a person does in other open audits to whoever may add them', async () => {
    const { id: other } = await app.create({
      ...{ nombre: 'Otra', equipo: [{ usuario: idOf('laura'), rol: 'auditor' }] },
      ...{ lider: idOf('andres') },
    });
    await app
      .call('put', `riesgo/auditoria/${other}/equipo/${idOf('laura')}/`, {
        body: { horas_presupuestadas: 30 },
      })
      .expect(200);
    const path = `${plan.base}/equipo/compromisos/${idOf('laura')}/`;
    const found = await app.does('get', path, z.array(commitmentRead));
    expect(found).toContainEqual({
      ...{ auditoria: expect.objectContaining({ id: other, nombre: 'Otra' }) as unknown },
      ...{ rol: { nombre: 'auditor' }, horas_presupuestadas: 30 },
      ...{ fecha_inicio: '2026-02-01', fecha_fin: '2026-06-30' },
    });
    await refused(403, 'access_not_authorized', app.call('get', path, { name: 'oscar' }));
    const stranger = path.replace(idOf('laura'), crypto.randomUUID());
    await refused(422, 'member_not_found', app.call('get', stranger));
  });

  it('lets guests alone into a closed audit', async () => {
    await plan.happens('AuditStatusChanged', { from: 'not_started', to: 'closed', closedOn: '2026-04-01' });
    await refused(409, 'audit_closed', add({ usuario: idOf('laura'), rol: 'auditor' }));
    await add({ usuario: idOf('laura'), rol: 'guest' }).expect(201);
  });

  it('is fed whole after each of its changes, and after no other', async () => {
    sent.length = 0;
    const socket = `team-${plan.audit.id}`;
    app.hub.connected(socket, principals.get('andres') as Principal);
    const asked = { topic: AUDIT_TEAM_TOPIC, key: plan.audit.id, cursor: -1 };
    await app.hub.follow(socket, asked, (answer) => expect(answer).toMatchObject({ ok: true }));
    const last = () => auditTeamRow.safeParse(sent.at(-1)).data?.equipo.length;
    await vi.waitFor(() => expect(last()).toBe(3));
    await add({ usuario: idOf('laura'), rol: 'auditor' }).expect(201);
    await vi.waitFor(() => expect(last()).toBe(4));
    const frames = sent.length;
    await plan.add('HT_PASO', 'Conciliar', 'Selección de proveedores');
    await change('laura', { esta_activo: false }).expect(200);
    await vi.waitFor(() => expect(sent.length).toBe(frames + 1));
    app.hub.disconnected(socket);
  });
});
