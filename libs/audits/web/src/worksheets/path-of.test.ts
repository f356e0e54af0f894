import { describe, expect, it } from 'vitest';
import { GivenPlan, item, SOME } from '../actions/given-plan.fixture.ts';
import { pathOf } from './path-of.ts';

const plan = new GivenPlan([...SOME, [9, 'risk', 2, 'Compras'], [10, 'finding', 4, 'Pagos sin soporte']]);
plan.does({ kind: 'choose_finding_treatment', id: item(10), treatment: 'action_plan' });
const [made] = plan.view.childrenOf(item(10));

describe('where an item stands', () => {
  it('is told from the top', () => {
    expect(pathOf(plan.view, item(5))).toEqual(['Ejecución', 'Compras', 'Proveedores ficticios']);
    expect(pathOf(plan.view, item(1))).toEqual([]);
  });

  it('does not repeat the name of what it was made out of', () => {
    if (!made) throw new Error('no plan');
    expect(pathOf(plan.view, made)).toEqual(['Ejecución', 'Compras', 'Proveedores ficticios']);
  });

  it('keeps a name that two things happen to have', () => {
    expect(pathOf(plan.view, item(9))).toEqual(['Ejecución', 'Compras']);
  });
});
