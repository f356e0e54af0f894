import { changedTreeItem } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { type AuditsApp, idOf } from './audits-app.fixture.ts';
import { outline, type PlanApp, refused } from './plan-app.fixture.ts';
import { planOfEachTest } from './plan-of-each-test.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
planOfEachTest((opened, made) => {
  app = opened;
  plan = made;
});

describe('reading', () => {
  it('keeps what meets an interval, with all it stands in', async () => {
    await plan.add('HT_PASO', 'Marzo', 'Selección de proveedores', {
      fecha_inicio: '2026-03-01',
      fecha_fin: '2026-03-31',
    });
    await plan.add('HT_PASO', 'Desde mayo', 'Informe', { fecha_inicio: '2026-05-01' });
    await plan.add('HT_PASO', 'Sin fechas', 'Informe');
    const names = async (query: string) => outline(await plan.tree(query));
    expect(await names('?fecha_inicio=2026-03-31&fecha_fin=2026-04-30')).toEqual([
      'Ejecución',
      '  Selección de proveedores',
      '    Selección de proveedores - Marzo',
    ]);
    expect(await names('?fecha_inicio=2027-01-01')).toEqual(['Informe', '  Informe - Desde mayo']);
    expect(await names('?fecha_fin=2026-02-01&appVersion=2')).toEqual([]);
    await refused(400, 'invalid_request', app.call('get', `${plan.base}/tree/?fecha_inicio=ayer`));
  });

  const raisedForTheRisk = async (): Promise<void> => {
    await plan.add('HT_RIESGO', 'Uno', 'Ejecución');
    await plan.add('HT_RIESGO', 'Dos', 'Ejecución');
    await plan.add('HT_CONTROL', 'Doble firma', 'Uno');
    await plan.add('HT_HALLAZGO', 'Sin soporte', 'Doble firma', { ref_parent: plan.of('Uno') });
    expect((await plan.item('Sin soporte')).ref_parent).toBe(plan.of('Uno'));
  };

  it('keeps in sight a finding of which what it stands in goes elsewhere: it is its parent’s from now on', async () => {
    await raisedForTheRisk();
    await plan.change('Doble firma', { parent: plan.of('Dos') });
    expect(await plan.item('Sin soporte')).toMatchObject({
      ref_parent: null,
      parent: plan.of('Doble firma'),
    });
  });

  it('drops a finding that was raised for what it does not stand in', async () => {
    await raisedForTheRisk();
    const [id, parent, from] = [plan.of('Doble firma'), plan.of('Dos'), plan.of('Uno')];
    const data = { id, parent, position: 'a0', from: { parent: from, position: 'a0' }, leftRefParent: false };
    await plan.happens('TreeItemMoved', data);
    expect(outline(await plan.tree())).not.toContainEqual(expect.stringContaining('Sin soporte'));
    await refused(404, 'item_not_found', app.call('get', `${plan.base}/tree/${plan.of('Sin soporte')}/`));
  });

  it('shows the plan of a finding beside it, its evaluation beside that, and who signed', async () => {
    await plan.add('HT_HALLAZGO', 'Sin soporte', 'Ejecución');
    await plan.change('Sin soporte', { tratamiento_hallazgo: 'PLAN_DE_ACCION' });
    const id = plan.of('Sin soporte');
    await app.does('put', `${plan.base}/tree/${id}-PA/`, changedTreeItem, {
      body: { plan_accion_tratamiento_plan_accion: 'EVALUAR' },
    });
    const finding = await plan.item('Sin soporte');
    expect(finding).toMatchObject({
      tratamiento_hallazgo: 'PLAN_DE_ACCION',
      plan_accion_status: 'NUEVO',
      plan_accion_tratamiento_plan_accion: 'EVALUAR',
      evaluacion_firmas: { completado: [], revisado: [] },
    });
    expect(finding.items[0]?.items[0]).toMatchObject({ item_tipo: 'HT_EVALUACION', id: `${id}-EV` });
    expect(finding.items[0]?.items[0]?.nombre).toMatch(/ \[EVALUACIÓN\]$/);
    await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    await plan.change('Arqueo', { status: 'EN_PROCESO' });
    await plan.change('Arqueo', { status: 'COMPLETADO' });
    await app.does('put', `${plan.base}/tree/${plan.of('Arqueo')}/`, changedTreeItem, {
      name: 'claudia',
      body: { status: 'REVISADO' },
    });
    expect((await plan.item('Arqueo')).firmas).toMatchObject({
      completado: [{ id: idOf('andres') }],
      revisado: [{ id: idOf('claudia') }],
    });
  });
});
