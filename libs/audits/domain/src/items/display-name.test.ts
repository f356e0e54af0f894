import { describe, expect, it } from 'vitest';
import { evaluationIdOf, actionPlanIdOf, type ItemId } from '@cotejo/audits-contracts';
import { displayName, displayText, itemTitle } from './display-name.ts';
import { givenPlan, item } from '../testing/given-audit.ts';

const audit = givenPlan()
  .item('risk2', 'risk', 'proc')
  .item('insp', 'inspection', 'proc', { name: 'Inventario' })
  .item('ii', 'inspection_item', 'insp', { name: 'Bodega', code: 'B-1' })
  .item('is', 'step', 'insp', { name: 'Contar' })
  .reference('ref', 'risk2', 'ctrl', { name: 'as it was called' })
  .link('link', 'risk2', 'far', { name: 'Conciliación', code: 'C-7' })
  .does({ kind: 'choose_finding_treatment', id: item('find'), treatment: 'action_plan' })
  .does({ kind: 'choose_plan_treatment', id: actionPlanIdOf(item('find')), treatment: 'evaluate' });
const named = (id: ItemId) => {
  const node = audit.state.get(id);
  if (!node) throw new Error('no such item');
  return [
    displayName(audit.state, node),
    displayText(audit.state, node),
    itemTitle(audit.state, node),
  ] as const;
};

describe('what people call an item', () => {
  it.each<[string, ItemId, string]>([
    ['a group', item('proc'), 'proc'],
    ['a risk, by code and name', item('risk'), 'R-001 risk'],
    ['a risk without a code', item('risk2'), 'risk2'],
    ['a control', item('ctrl'), 'C-001 ctrl'],
    ['a finding', item('find'), 'H-01 find'],
    ['a test, by name alone', item('test'), 'test'],
    ['a step, after its parent', item('step'), 'proc - step'],
    ['a step of an inspection', item('is'), 'Contar'],
    ['an item of an inspection', item('ii'), 'Bodega'],
    ['an action plan', actionPlanIdOf(item('find')), 'find'],
    ['an evaluation', evaluationIdOf(item('find')), 'find [EVALUACIÓN]'],
    ['a reference, as its control', item('ref'), 'C-001 ctrl'],
    ['a link, by its own name', item('link'), 'Conciliación'],
  ])('%s', (_, id, text) => {
    expect(named(id)[1]).toBe(text);
  });

  it.each<[string, ItemId, string]>([
    ['a risk', item('risk'), 'R-001 risk'],
    ['an item of an inspection, with the code of its row', item('ii'), 'B-1 Bodega'],
    ['a step, after its parent', item('step'), 'proc – AC-1 step'],
    // Without the contract's suffix, which is Spanish in every language.
    ['an evaluation', evaluationIdOf(item('find')), 'find'],
  ])('%s on a screen', (_, id, text) => {
    expect(named(id)[2]).toBe(text);
  });

  it('in its parts', () => {
    expect(named(item('step'))[0]).toEqual({ prefix: 'proc', code: null, name: 'step', isEvaluation: false });
    expect(named(item('risk'))[0]).toEqual({
      prefix: null,
      code: 'R-001',
      name: 'risk',
      isEvaluation: false,
    });
    expect(named(evaluationIdOf(item('find')))[0]).toMatchObject({ name: 'find', isEvaluation: true });
  });

  it('a reference has its own name back when the control is gone', () => {
    const gone = givenPlan().item('risk2', 'risk', 'proc').reference('ref', 'risk2', 'ctrl', { name: 'was' });
    const node = gone.deleted('ctrl').state.get(item('ref'));
    expect(node && displayText(gone.state, node)).toBe('was');
  });
});
