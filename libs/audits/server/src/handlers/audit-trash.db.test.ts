import {
  AUDIT_LIST_TOPIC,
  auditDetail,
  auditListRow,
  auditRow,
  auditYears,
  changedAudit,
  changeRow,
  deletedAuditRow,
  type AuditId,
  type DeletedAuditRow,
} from '@cotejo/audits-contracts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Principal } from '@cotejo/access-contracts';
import { z } from 'zod';
import { claimAuditCode } from '../create/claim-audit-code.ts';
import { EmptyTrash } from '../trash/empty-trash.ts';
import { account, AuditsApp, idOf, principals } from './audits-app.fixture.ts';
import { PlanApp, refused, submit } from './plan-app.fixture.ts';

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

const removing = (name = 'claudia', query = '') => app.call('delete', `${plan.base}/${query}`, { name });
const restoring = (name = 'claudia') => app.call('post', `${plan.base}/restaurar/`, { name });
const remove = (query = '') => app.does('delete', `${plan.base}/${query}`, changedAudit, { name: 'claudia' });
const trash = async (name = 'claudia'): Promise<DeletedAuditRow | undefined> => {
  const rows = await app.does('get', 'riesgo/auditoria/papelera/', z.array(deletedAuditRow), { name });
  return rows.find(({ id }) => id === plan.audit.id);
};
const listed = async (name = 'claudia') =>
  (await app.does('get', 'riesgo/auditoria/', z.array(auditRow), { name })).some(
    ({ id }) => id === plan.audit.id,
  );
const detail = (name = 'andres') => app.does('get', `${plan.base}/`, auditDetail, { name });
const newestChange = async () =>
  (await app.does('get', `${plan.base}/historial/?limite=1`, z.array(changeRow)))[0];

it('a deleted audit leaves the lists for the trash, and its page says who deleted it', async () => {
  await refused(403, 'access_not_authorized', removing('andres'));
  await remove('?motivo=Se%20cre%C3%B3%20dos%20veces');
  expect(await listed()).toBe(false);
  expect(await trash()).toMatchObject({
    codigo: plan.audit.codigo,
    nombre: 'Compras y pagos',
    status: 'SIN INICIAR',
    eliminada: { usuario: { id: idOf('claudia'), name: 'Claudia Prueba' }, dias_restantes: 30 },
    restaurable: true,
  });
  expect(await trash('andres')).toMatchObject({ restaurable: false });
  expect(await detail()).toMatchObject({
    eliminada: { usuario: { name: 'Claudia Prueba' }, conservada_hasta: null },
    permissions: { 'plan.access': true, 'plan.treeitem__edit': false, 'plan.audit__restore': false },
  });
  expect(await newestChange()).toMatchObject({
    type: 'AuditDeleted',
    detail: { reason: 'Se creó dos veces' },
  });
});

it('takes no change in it, and comes back as it was', async () => {
  await remove();
  const body = { item_tipo: 'HT_PASO', nombre: 'Arqueo', parent: plan.of('Ejecución') };
  await refused(409, 'audit_deleted', app.call('post', `${plan.base}/tree/`, { body, name: 'claudia' }));
  await refused(409, 'audit_deleted', removing());
  await refused(403, 'access_not_authorized', restoring('andres'));
  await app.does('post', `${plan.base}/restaurar/`, changedAudit, { name: 'beatriz' });
  expect(await listed()).toBe(true);
  expect(await trash()).toBeUndefined();
  expect(await detail()).toMatchObject({ status: 'SIN INICIAR', eliminada: null });
  await refused(409, 'audit_not_deleted', restoring());
});

it('one under way is not deleted; cancelled, it is', async () => {
  const does = (accion: string, more = {}) =>
    app.does('post', `${plan.base}/estado/`, changedAudit, { name: 'claudia', body: { accion, ...more } });
  await does('iniciar');
  await refused(409, 'audit_not_deletable', removing());
  await does('anular', { motivo: 'Cambió el alcance' });
  await remove();
  expect(await trash()).toMatchObject({ status: 'ANULADO' });
});

it('is in no count of years, and in no list of own action plans', async () => {
  const years = async () =>
    (await app.does('get', 'riesgo/auditoria/anos/', auditYears, { name: 'claudia' })).reduce(
      (sum, { auditorias }) => sum + auditorias,
      0,
    );
  const before = await years();
  await remove();
  expect(await years()).toBe(before - 1);
});

it('its removal reaches who follows the list, and its return as well', async () => {
  sent.length = 0;
  const socket = 'list';
  app.hub.connected(socket, principals.get('claudia') as Principal);
  const asked = { topic: AUDIT_LIST_TOPIC, key: account, cursor: -1 };
  await app.hub.follow(socket, asked, (answer) => expect(answer).toMatchObject({ ok: true }));
  const last = () => sent.map((row) => auditListRow.parse(row)).findLast(({ id }) => id === plan.audit.id);
  await remove();
  await vi.waitFor(() => expect(last()).toMatchObject({ removed: true }));
  await restoring().expect(200);
  await vi.waitFor(() => expect(last()).toMatchObject({ codigo: plan.audit.codigo }));
  app.hub.disconnected(socket);
});

/** Tables of the read models that hold rows of the audit, beside the list's own. */
async function tablesWithRows(): Promise<string[]> {
  const tables = await app.base.db.query<{ name: string }[]>(
    `select table_name as name from information_schema.columns
      where table_schema = 'read' and column_name = 'audit_id' order by table_name`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await app.base.db.query(`select from read.${name} where audit_id = $1 limit 1`, [
      plan.audit.id,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it('is purged after thirty days: every call answers 404, its rows are gone and its code is free again', async () => {
  const emptying = (days: number) =>
    new EmptyTrash({
      rooms: app.rooms,
      db: app.base.db,
      store: app.base.store,
      pool: app.base.pool,
      projection: app.base.runner,
      clock: () => new Date(Date.now() + days * 24 * 60 * 60_000),
      log: { info: () => undefined, error: (_, message) => void expect.unreachable(message) },
    }).look();
  const declaration = { name: 'andres', body: { amenazas: null } };
  await app.does('post', `${plan.base}/equipo/independencia/`, z.unknown(), declaration);
  await submit(plan, 'andres', { kind: 'set_sprint', stretch: crypto.randomUUID(), name: 'Primero' });
  await remove();
  await emptying(29);
  expect(await trash()).toBeDefined();
  expect(await tablesWithRows()).toEqual([
    ...['audit_member', 'audit_progress', 'change', 'independence_declaration', 'stretch', 'tree_item'],
  ]);
  await emptying(31);
  expect(await tablesWithRows()).toEqual([]);
  expect(await trash()).toBeUndefined();
  await refused(404, 'audit_not_found', app.call('get', `${plan.base}/`, { name: 'claudia' }));
  await refused(404, 'audit_not_found', restoring());
  const claimant = {
    account,
    audit: crypto.randomUUID() as AuditId,
    actor: idOf('claudia'),
    at: '2026-11-23T00:00:00Z',
  };
  expect(await claimAuditCode(app.base.store, plan.audit.codigo, claimant)).toBe(true);
});
