import type { ItemId, TreeItemView } from '@cotejo/audits-contracts';
import { riskFiguresByItem } from '@cotejo/audits-domain';
import { describe, expect, it } from 'vitest';
import { PastView } from './past-view.ts';

const CRITERIA = ['purpose', 'owner', 'segregation', 'frequency', 'procedure', 'deviations', 'evidence'];
const judged = (grade: number) => Object.fromEntries(CRITERIA.map((one) => [`design.${one}.value`, grade]));

const view = (
  id: string,
  item_tipo: string,
  valores: TreeItemView['valores'] = {},
  items: TreeItemView[] = [],
  over: Partial<TreeItemView> = {},
): TreeItemView => ({
  ...{ id, item_tipo, valores, items, codigo: null, nombre: id, _nombre: id, status: null },
  ...{ usuario_asignado: null, parent: null, position: 1, level: 1, created_by: { id: 'ana' }, version: 3 },
  ...{ refitem_details: null, firmas: { completado: [], revisado: [] } },
  ...over,
});
const of = (id: string) => id as ItemId;

describe('a plan as it was', () => {
  const test = view('t', 'HT_CONTROL_TEST', { execution: 3 }, [], { status: 'COMPLETADO' });
  const control = view('c', 'HT_CONTROL', judged(5), [test], { status: 'EN_PROCESO' });
  const shared = view('ref', 'HT_REF', judged(5), [], { refitem_details: { id: 'c' } });
  const plan = new PastView([
    view('phase', 'GR_FASE', {}, [
      view('r', 'HT_RIESGO', { probability: 3, impact: 5 }, [control]),
      view('s', 'HT_RIESGO', { probability: 3, impact: 3 }, [shared]),
    ]),
  ]);

  it('has the figures that it had then, through references too', () => {
    const figures = riskFiguresByItem(plan);
    expect(figures.get(of('c'))).toMatchObject({ strength: 3, validation: 3, preliminary: false });
    expect(figures.get(of('r'))).toMatchObject({ inherent: 15, strength: 3, residual: 9 });
    expect(figures.get(of('s'))).toMatchObject({ inherent: 9, strength: 3, residual: 5.4 });
  });

  it('leaves out what this version does not know', () => {
    const odd = new PastView([view('x', 'HT_OTRO', {}, [view('y', 'HT_RIESGO')])]);
    expect(odd.childrenOf(null)).toEqual([]);
    expect(odd.get(of('y'))).toBeUndefined();
  });
});
