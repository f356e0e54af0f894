import { describe, expect, it } from 'vitest';
import { actionPlanIdOf, type ItemType } from '@cotejo/audits-contracts';
import { moveLock, placeLock, type Placed } from './places.ts';
import { GivenAudit, givenPlan, item, OTHER_AUDIT } from '../testing/given-audit.ts';

const given = () =>
  givenPlan()
    .item('act', 'activity', 'proc')
    .item('risk2', 'risk', 'proc')
    .item('risk3', 'risk', 'proc')
    .item('gone', 'risk', 'proc')
    .item('dead', 'control', 'risk2')
    .reference('ref', 'risk2', 'ctrl')
    .deleted('gone')
    .deleted('dead');
const referenceTo = (label: string, audit: typeof OTHER_AUDIT | null = null): Placed => ({
  type: 'reference',
  target: { audit, item: item(label) },
});

describe('where an item may stand', () => {
  it.each<[string, string | null, Placed, string | null]>([
    ['a step in a process', 'proc', { type: 'step' }, null],
    ['a phase in the audit', null, { type: 'phase' }, null],
    ['a phase in a process', 'proc', { type: 'phase' }, 'child_type_not_allowed'],
    ['a step in the audit', null, { type: 'step' }, 'child_type_not_allowed'],
    ['a step in nothing', 'nobody', { type: 'step' }, 'parent_deleted'],
    ['a control in a deleted risk', 'gone', { type: 'control' }, 'parent_deleted'],
    ['an action plan in a finding', 'find', { type: 'action_plan' }, 'derived_item'],
    ['a reference in another risk', 'risk3', referenceTo('ctrl'), null],
    ['a reference in the risk of its control', 'risk', referenceTo('ctrl'), 'child_type_not_allowed'],
    ['a second reference in a risk', 'risk2', referenceTo('ctrl'), 'child_type_not_allowed'],
    ['a reference in a process', 'proc', referenceTo('ctrl'), 'child_type_not_allowed'],
    ['a reference to a deleted control', 'risk3', referenceTo('dead'), 'target_not_found'],
    ['a reference to nothing', 'risk3', referenceTo('nobody'), 'target_not_found'],
    ['a reference to another audit', 'risk3', referenceTo('ctrl', OTHER_AUDIT), 'target_not_found'],
    ['a reference to a test', 'risk3', referenceTo('test'), 'not_shareable'],
    ['a reference to a reference', 'risk3', referenceTo('ref'), 'not_shareable'],
    [
      'the control in a risk that has a reference to it',
      'risk2',
      { type: 'control', id: item('ctrl') },
      'child_type_not_allowed',
    ],
    ['another control there', 'risk2', { type: 'control', id: item('c9') }, null],
    ['the reference where it is', 'risk2', { ...referenceTo('ctrl'), id: item('ref') }, null],
    ['a finding under a reference', 'ref', { type: 'finding' }, null],
    ['a test under a reference', 'ref', { type: 'control_test' }, 'child_type_not_allowed'],
  ])('%s', (_, parent, placed, expected) => {
    const { state } = given();
    expect(placeLock(state, parent === null ? null : item(parent), placed)?.code ?? null).toBe(expected);
  });

  it('says what may not stand where', () => {
    const params = (parent: string | null, type: ItemType) =>
      placeLock(given().state, parent === null ? null : item(parent), { type })?.params;
    expect(params('proc', 'phase')).toEqual({ parent: 'process', child: 'phase' });
    expect(params(null, 'step')).toEqual({ parent: 'audit', child: 'step' });
  });
});

describe('whether an item may be moved', () => {
  it.each<[string, string, string | null, string | null]>([
    ['to another group', 'step', 'act', null],
    ['within its own, which is sorting', 'step', 'proc', null],
    ['into itself', 'proc', 'proc', 'would_create_cycle'],
    ['into its branch', 'proc', 'act', 'would_create_cycle'],
    ['under what is deleted', 'ctrl', 'gone', 'parent_deleted'],
    ['where its type may not stand', 'ctrl', 'proc', 'child_type_not_allowed'],
  ])('%s', (_, label, parent, expected) => {
    const { state } = given();
    const node = state.get(item(label));
    if (!node) throw new Error('no such item');
    expect(moveLock(state, node, parent === null ? null : item(parent))?.code ?? null).toBe(expected);
  });

  it('not what is derived, nor the root groups of a financial audit', () => {
    const audit = given().does({
      kind: 'choose_finding_treatment',
      id: item('find'),
      treatment: 'action_plan',
    });
    const plan = audit.state.get(actionPlanIdOf(item('find')));
    expect(plan && moveLock(audit.state, plan, item('find'))?.code).toBe('derived_item');
    const financial = new GivenAudit('financial_audit').item('root', 'phase', null);
    const root = financial.state.get(item('root'));
    expect(root && moveLock(financial.state, root, null)?.code).toBe('derived_item');
  });
});
