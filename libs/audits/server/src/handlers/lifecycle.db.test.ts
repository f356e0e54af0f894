import { auditDetail, auditRow, changedAudit, changeRow } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AuditsApp } from './audits-app.fixture.ts';
import { PlanApp, refused } from './plan-app.fixture.ts';
import { planOfEachTest } from './plan-of-each-test.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
planOfEachTest((opened, made) => {
  app = opened;
  plan = made;
});

const state = () => `${plan.base}/estado/`;
const does = (accion: string, more: object = {}, name = 'claudia') =>
  app.does('post', state(), changedAudit, { name, body: { accion, ...more } });
const asks = (accion: string, more: object = {}, name = 'claudia') =>
  app.call('post', state(), { name, body: { accion, ...more } });
const listed = async () =>
  (await app.does('get', 'riesgo/auditoria/', z.array(auditRow))).find(({ id }) => id === plan.audit.id);
const newestChange = async () =>
  (await app.does('get', `${plan.base}/historial/?limite=1`, z.array(changeRow)))[0];

it('an audit is started, closed for a reason, reopened, and says so in its list and its history', async () => {
  expect(await does('iniciar', {}, 'andres')).toMatchObject({ status: 'EN PROCESO', projected: true });
  expect(await listed()).toMatchObject({ status: 'EN PROCESO' });

  const body = await refused(409, 'pre_close_blocked', asks('cerrar'));
  expect(body.details).toMatchObject({ blocks: 1, unsigned_items: expect.any(Number) as number });

  const closed = await does('cerrar', { motivo: 'Fin del contrato' });
  expect(closed).toMatchObject({
    status: 'CERRADO',
    fecha_cierre_real: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
  });
  expect(await listed()).toMatchObject({ status: 'CERRADO', fecha_cierre_real: closed.fecha_cierre_real });
  expect(await newestChange()).toMatchObject({
    type: 'AuditStatusChanged',
    detail: { auditStatus: 'closed', because: 'close', reason: 'Fin del contrato' },
  });
  await refused(409, 'audit_closed', asks('iniciar'));
  await refused(403, 'forbidden', asks('reabrir', { motivo: 'Faltó algo' }, 'andres'));
  await refused(422, 'reason_required', asks('reabrir'));

  expect(await does('reabrir', { motivo: 'Faltó algo' })).toMatchObject({
    status: 'EN PROCESO',
    fecha_cierre_real: null,
  });
  await plan.add('HT_PASO', 'Otro', 'Ejecución');
});

it('a postponement moves the year, and undoing it brings status and year back', async () => {
  const year = plan.audit.ano_auditoria;
  await refused(422, 'year_not_greater', asks('aplazar', { ano: year }));
  expect(await does('aplazar', { ano: year + 2 })).toMatchObject({
    status: 'APLAZADO',
    ano_auditoria: year + 2,
  });
  expect(await listed()).toMatchObject({ status: 'APLAZADO', ano_auditoria: year + 2 });
  expect(await does('deshacer_aplazamiento')).toMatchObject({ status: 'SIN INICIAR', ano_auditoria: year });
  const detail = await app.does('get', `${plan.base}/`, auditDetail);
  expect(detail).toMatchObject({ status: 'SIN INICIAR', ano_auditoria: year });
});

it('the first work begins it, and it goes back to not started only without progress', async () => {
  await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
  await plan.change('Arqueo', { status: 'EN_PROCESO' });
  expect(await listed()).toMatchObject({ status: 'EN PROCESO' });
  await refused(409, 'progress_not_zero', asks('restablecer'));
  await plan.remove('Arqueo');
  expect(await does('restablecer')).toMatchObject({ status: 'SIN INICIAR' });
});

it('its days are changed one by one, in their order, by whoever may edit it', async () => {
  const change = (body: object, name = 'andres') => app.call('put', `${plan.base}/`, { name, body });
  await change({ fecha_fin: '2026-07-31' }).expect(200);
  await change({ fecha_inicio: '2026-02-16' }).expect(200);
  expect(await listed()).toMatchObject({ fecha_inicio: '2026-02-16', fecha_fin: '2026-07-31' });
  expect(await newestChange()).toMatchObject({
    type: 'AuditScheduled',
    detail: { startDate: '2026-02-16', endDate: '2026-07-31', startDateFrom: '2026-02-01' },
  });
  await refused(422, 'dates_reversed', change({ fecha_inicio: '2026-08-01' }));
  await refused(403, 'access_not_authorized', change({ fecha_fin: null }, 'oscar'));
  await does('anular', { motivo: 'Cambio de alcance' });
  await refused(409, 'audit_cancelled', change({ fecha_fin: null }, 'claudia'));
});

it('what no action is, is none', async () => {
  for (const body of [{ accion: 'borrar' }, {}, { accion: 'aplazar', ano: 'pronto' }])
    await refused(400, 'invalid_request', app.call('post', state(), { name: 'claudia', body }));
});
