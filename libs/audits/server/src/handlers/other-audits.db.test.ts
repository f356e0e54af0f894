import { changedTree } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuditsApp, principals } from './audits-app.fixture.ts';
import { addTo, newRecord, PlanApp, refused } from './plan-app.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
let library: string;
beforeAll(async () => {
  app = await AuditsApp.open();
});
beforeEach(async () => {
  plan = await PlanApp.open(app);
  library = await newRecord(app, 'biblioteca');
});
afterAll(async () => {
  await app.close();
  expect(app.faults).toEqual([]);
});

const copyOf = async (id: string): Promise<string> => {
  const body = { destino: plan.audit.id, parent: plan.of('Ejecución') };
  const path = `riesgo/auditoria_treeitem/${id}/actions/copy/`;
  return (await app.does('post', path, changedTree, { body })).ids[0] ?? '';
};
const remove = (base: string, id: string) => app.call('delete', `${base}/tree/${id}/`);

describe('a risk of a library', () => {
  it('is not deleted while audits have copies of it, and says how many', async () => {
    const base = `riesgo/evaluacion/${library}`;
    const risk = await addTo(app, library, 'HT_RIESGO', 'Fraude', null);
    const copy = await copyOf(risk);
    const { details } = await refused(409, 'risk_in_use', remove(base, risk));
    expect(details).toEqual({ audits: 1 });
    await remove(plan.base, copy).expect(200);
    await remove(base, risk).expect(200);
  });

  it('is not deleted while links to its controls live, nor is such a control, be it moved there just before', async () => {
    const base = `riesgo/evaluacion/${library}`;
    const risk = await addTo(app, library, 'HT_RIESGO', 'Fraude', null);
    const control = await addTo(app, library, 'HT_CONTROL', 'Segregación', risk);
    const other = await addTo(app, library, 'HT_RIESGO', 'Otro', null);
    const body = { ids: [control], parent: plan.of('Ejecución') };
    const shared = { ...body, parent: (await plan.add('HT_RIESGO', 'Uno', 'Ejecución')).id };
    await plan.acts('actions/controles/', shared);
    await refused(409, 'risk_in_use', remove(base, risk));
    await refused(409, 'risk_in_use', remove(base, control));
    const parts = [
      { kind: 'move_item', id: control, parent: other },
      { kind: 'delete_item', id: other },
    ].map((intent) => ({ schema: 1, intent }));
    const andres = principals.get('andres');
    if (!andres) throw new Error('nobody');
    const envelope = { intent: { kind: 'batch', parts }, base: 9_999 };
    expect((await app.rooms.submit(library, andres, [envelope])).outcomes).toMatchObject([
      { ok: false, code: 'risk_in_use' },
    ]);
    await remove(base, other).expect(200);
  });

  it('goes when nobody uses it, and so does one of an evaluation, used or not', async () => {
    await remove(
      `riesgo/evaluacion/${library}`,
      await addTo(app, library, 'HT_RIESGO', 'Fraude', null),
    ).expect(200);
    const evaluation = await newRecord(app, 'evaluacion');
    const unit = await addTo(app, evaluation, 'GR_UNIDAD_NEGOCIO', 'Bogotá', null);
    const risk = await addTo(app, evaluation, 'HT_RIESGO', 'Corte', unit);
    await copyOf(risk);
    await remove(`riesgo/evaluacion/${evaluation}`, risk).expect(200);
  });
});
