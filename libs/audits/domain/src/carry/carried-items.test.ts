import type { RecordType } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { GivenAudit, givenPlan, item } from '../testing/given-audit.ts';
import { displayOrder } from '../model/tree.ts';
import { carriedItems, isOpenFinding } from './carried-items.ts';

/** Items carried from a whole audit, each with the label under whose copy it is put. */
function carried(given: GivenAudit, findings = false, recordType: RecordType = 'audit_plan') {
  const nameOf = (id: ReturnType<typeof item> | null) => (id === null ? null : given.state.get(id)?.name);
  return carriedItems(
    given.state,
    displayOrder(given.state, null),
    { findings },
    { recordType, parentType: null },
  ).map(({ node, under, after }) => [node.name, nameOf(under), nameOf(after)]);
}
const names = (...given: Parameters<typeof carried>) => carried(...given).map(([name]) => name);

describe('what a new audit takes over', () => {
  it('is the programme, parents first, each after its sibling', () => {
    const given = givenPlan().item('insp', 'inspection', 'proc').item('piece', 'inspection_item', 'insp');
    expect(carried(given)).toEqual([
      ['phase', null, null],
      ['proc', 'phase', null],
      ['risk', 'proc', null],
      ['ctrl', 'risk', null],
      ['test', 'ctrl', null],
      ['step', 'proc', 'risk'],
      ['insp', 'proc', 'step'],
      ['piece', 'insp', null],
    ]);
  });

  it.each<[string, (given: GivenAudit) => GivenAudit, string[]]>([
    [
      'what is deleted, with what is below it',
      (given) => given.deleted('ctrl'),
      ['phase', 'proc', 'risk', 'step'],
    ],
    [
      'surveys, materiality and action plans',
      (given) =>
        given
          .item('survey', 'survey', 'proc')
          .item('plan', 'action_plan', 'find', { derived: true })
          .item('mat', 'materiality', 'phase'),
      ['phase', 'proc', 'risk', 'ctrl', 'test', 'step'],
    ],
    [
      'a reference to a control that is deleted',
      (given) => given.item('risk2', 'risk', 'proc').reference('ref', 'risk2', 'ctrl').deleted('ctrl'),
      ['phase', 'proc', 'risk', 'step', 'risk2'],
    ],
  ])('leaves out %s', (_, change, left) => {
    expect(names(change(givenPlan()))).toEqual(left);
  });

  it('takes references to controls that are taken over, and links to those of other audits', () => {
    const given = givenPlan()
      .item('risk2', 'risk', 'proc')
      .reference('ref', 'risk2', 'ctrl', { name: 'ref' })
      .link('link', 'risk2', 'far', { name: 'link' });
    expect(names(given)).toEqual(['phase', 'proc', 'risk', 'ctrl', 'test', 'step', 'risk2', 'ref', 'link']);
  });

  it('leaves out what the target does not hold, with what is below it', () => {
    expect(names(givenPlan(), true, 'icce')).toEqual(['phase']);
  });

  it('leaves out references whose control the target does not hold', () => {
    const given = new GivenAudit()
      .item('phase', 'phase', null)
      .item('step', 'step', 'phase')
      .item('risk', 'risk', 'phase')
      .item('ctrl', 'control', 'risk')
      .reference('ref', 'risk', 'ctrl');
    expect(names(given, false, 'icce')).toEqual(['phase', 'step']);
  });

  it('takes findings only if they are chosen, and open', () => {
    const given = givenPlan().item('done', 'finding', 'step').status('done', 'reviewed');
    expect(names(given)).not.toContain('find');
    expect(names(given, true)).toEqual(['phase', 'proc', 'risk', 'ctrl', 'test', 'find', 'step']);
  });
});

describe('a finding is open', () => {
  const plan = (status: Parameters<GivenAudit['status']>[1], treatment: 'none' | 'evaluate' | null) =>
    givenPlan()
      .item('plan', 'action_plan', 'find', { derived: true })
      .happened('PlanTreatmentChosen', { id: item('plan'), treatment, from: null })
      .status('plan', status);
  it.each<[string, GivenAudit, boolean]>([
    ['as a draft', givenPlan(), true],
    ['when it is discussed', givenPlan().status('find', 'completed'), true],
    ['not when it is reviewed and needs no plan', givenPlan().status('find', 'reviewed'), false],
    ['while its plan goes on', plan('in_progress', null).status('find', 'reviewed'), true],
    ['while its plan waits for its evaluation', plan('implemented', 'evaluate'), true],
    ['not when its plan is implemented without evaluation', plan('implemented', 'none'), false],
    ['not when its plan is evaluated', plan('evaluated', 'evaluate'), false],
  ])('%s', (_, given, isOpen) => {
    const node = given.state.get(item('find'));
    expect(node && isOpenFinding(given.state, node)).toBe(isOpen);
  });
});
