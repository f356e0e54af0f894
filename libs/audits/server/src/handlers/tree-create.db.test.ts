import { treeItemRead } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AuditsApp, idOf } from './audits-app.fixture.ts';
import { type PlanApp, refused } from './plan-app.fixture.ts';
import { planOfEachTest } from './plan-of-each-test.fixture.ts';

let app: AuditsApp;
let plan: PlanApp;
planOfEachTest((opened, made) => {
  app = opened;
  plan = made;
});

describe('a new item', () => {
  it('is answered whole, readable at once, and stands where it was put', async () => {
    const risk = await plan.add('HT_RIESGO', 'Pagos duplicados', 'Ejecución', {
      usuario_asignado: idOf('oscar'),
      fecha_inicio: '2026-03-01',
      fecha_fin: '2026-03-31',
      riesgo_general: 'Fraude',
      riesgos_especificos: ['Factura pagada dos veces'],
      factores: [],
      objetivos: ['Pagar una vez'],
    });
    expect(risk).toMatchObject({
      projected: true,
      codigo: 'R-001',
      nombre: 'R-001 Pagos duplicados',
      _nombre: 'Pagos duplicados',
      item_tipo: 'HT_RIESGO',
      status: 'ASIGNADO',
      usuario_asignado: { id: idOf('oscar'), name: 'Oscar Prueba', sigla: 'OS' },
      firmas: { completado: [], revisado: [] },
      fecha_inicio: '2026-03-01',
      fecha_fin: '2026-03-31',
      parent: plan.of('Ejecución'),
      parentId: plan.of('Ejecución'),
      parents: [plan.of('Ejecución')],
      riesgo_general: 'Fraude',
      riesgos_especificos: ['Factura pagada dos veces'],
      objetivos: ['Pagar una vez'],
      created_by: { id: idOf('andres') },
      created_at: expect.stringMatching(/^\d{4}-/),
      level: 2,
      position: 2,
      isOpen: false,
      onlyButtons: false,
      dataIsLoaded: false,
      cumplimiento: null,
      probabilidad: null,
    });
    const { items, ...read } = await plan.item('Pagos duplicados');
    expect(items).toEqual([]);
    expect({ ...read, projected: true }).toEqual(risk);
    expect(
      await app.does('get', `riesgo/auditoria/${plan.audit.id}/tree/`, z.array(treeItemRead)),
    ).toHaveLength(3);
  });

  it('takes a rank among its siblings, or what it comes after, and an id of the client’s making', async () => {
    const id = crypto.randomUUID();
    await plan.add('HT_PASO', 'C', 'Ejecución');
    await plan.add('HT_PASO', 'A', 'Ejecución', { position: 1, id });
    await plan.add('HT_PASO', 'B', 'Ejecución', { after: id });
    await plan.add('HT_ENTENDIMIENTO', 'Recorrido', 'Ejecución');
    await plan.add('HT_PASO', 'Primero', 'Ejecución', { position: 2 });
    const { items } = await plan.item('Ejecución');
    expect(items.map(({ _nombre, position }) => [_nombre, position])).toEqual([
      ['Recorrido', 1],
      ['Primero', 2],
      ['A', 3],
      ['B', 4],
      ['Selección de proveedores', 5],
      ['C', 6],
    ]);
    await refused(
      409,
      'duplicate_id',
      app.call('post', `${plan.base}/tree/`, {
        body: { item_tipo: 'HT_PASO', nombre: 'Otro', parent: plan.of('Ejecución'), id },
      }),
    );
  });

  it('steps are called after what they stand in, but not what stands in an inspection', async () => {
    const step = await plan.add('HT_PASO', 'Arqueo', 'Ejecución');
    expect(step).toMatchObject({ nombre: 'Ejecución - Arqueo', _nombre: 'Arqueo', paso_tipo: null });
    const inspection = await plan.add('HT_INSPECCION', 'Bodega', 'Ejecución');
    expect(inspection.paso_tipo).toBe('INSPECCION');
    expect(await plan.add('HT_INSPECCION_ITEM', 'Extintor', 'Bodega')).toMatchObject({
      nombre: 'Extintor',
      paso_tipo: 'INSPECCION_ITEM',
      parent_paso_tipo: 'INSPECCION',
    });
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['no name', { nombre: undefined }, 400, 'invalid_request'],
    ['a blank name', { nombre: ' ' }, 400, 'invalid_request'],
    ['half a surrogate pair', { nombre: 'a\ud800' }, 400, 'invalid_request'],
    ['a type that is none', { item_tipo: 'HT_NADA' }, 400, 'invalid_request'],
    ['our own word for a type', { item_tipo: 'risk' }, 400, 'invalid_request'],
    ['a field that is not there', { sorpresa: 1 }, 400, 'invalid_request'],
    ['the prototype of things', { ['__proto__']: { a: 1 }, constructor: 1 }, 400, 'invalid_request'],
    ['a rank of nought', { position: 0 }, 400, 'invalid_request'],
    ['a rank beyond numbers', { position: 1e21 }, 400, 'invalid_request'],
    ['an id with a suffix', { id: `${crypto.randomUUID()}-PA` }, 422, 'derived_item'],
    ['a parent that is no id', { parent: 'x' }, 400, 'invalid_request'],
    ['a parent that is not there', { parent: crypto.randomUUID() }, 409, 'parent_deleted'],
    ['a type that may not stand there', { item_tipo: 'GR_FASE' }, 422, 'child_type_not_allowed'],
    ['a derived type', { item_tipo: 'HT_PLAN_ACCION' }, 422, 'derived_item'],
    [
      'days the wrong way round',
      { fecha_inicio: '2026-02-02', fecha_fin: '2026-02-01' },
      422,
      'dates_reversed',
    ],
    ['a day that is none', { fecha_inicio: '2026-02-30' }, 400, 'invalid_request'],
    ['a person outside the team', { usuario_asignado: idOf('laura') }, 422, 'assignee_not_in_team'],
    [
      'a reference to nothing',
      { item_tipo: 'HT_REF', refitem_details: { id: crypto.randomUUID() } },
      422,
      'child_type_not_allowed',
    ],
  ])('is refused with %s', async (_, changes, status, code) => {
    const body = { item_tipo: 'HT_PASO', nombre: 'Paso', parent: plan.of('Ejecución'), ...changes };
    await refused(status, code, app.call('post', `${plan.base}/tree/`, { body }));
  });

  it('is said in the language of the request', async () => {
    const body = { item_tipo: 'GR_FASE', nombre: 'Fase', parent: plan.of('Ejecución') };
    const { error } = await refused(
      422,
      'child_type_not_allowed',
      app.call('post', `${plan.base}/tree/`, { body }),
    );
    expect(error).toMatch(/child_type_not_allowed|[a-záéíóú]/);
  });
});
