import { describe, expect, it } from 'vitest';
import { DEFAULT_RISK_SETTINGS } from '../risk/risk-settings.ts';
import { givenPlan, item, user, type GivenAudit } from '../testing/given-audit.ts';
import { MOST_LISTED, preCloseCheck, type OpenNotes } from './pre-close-check.ts';

const NO_NOTES: OpenNotes = { count: 0, items: [] };
const check = ({ state }: GivenAudit, notes = NO_NOTES) => {
  const { blocks, warnings } = preCloseCheck(state, notes);
  return [...blocks, ...warnings].map(({ rule, count, items }) => [rule, count, items.length]);
};

/** All that counts is completed, and the finding is discussed and needs no plan. */
function settled(): GivenAudit {
  const given = givenPlan();
  for (const label of ['risk', 'ctrl', 'test', 'step', 'find']) given.status(label, 'completed');
  return given.happened('FindingTreatmentChosen', { id: item('find'), treatment: 'none', from: null });
}
const designed = (given: GivenAudit): GivenAudit =>
  given.happened('ItemValuesSet', {
    id: item('ctrl'),
    values: Object.fromEntries(DEFAULT_RISK_SETTINGS.criteria.map(({ code }) => [`design.${code}.value`, 5])),
    from: {},
    overwrote: {},
  });

describe('the pre-close check', () => {
  it.each<[string, () => GivenAudit, unknown[]]>([
    ['finds nothing where all is settled', settled, []],
    [
      'lists what is not completed',
      () => settled().status('step', 'in_progress').status('risk', 'review_note'),
      [['unsigned_items', 2, 2]],
    ],
    [
      'leaves out what is deleted, with all under it',
      () => settled().status('test', 'new').deleted('ctrl'),
      [],
    ],
    [
      'lists findings to discuss',
      () => settled().status('find', 'not_discussed'),
      [['findings_not_discussed', 1, 1]],
    ],
    [
      'lists findings whose treatment is open',
      () => settled().happened('FindingTreatmentChosen', { id: item('find'), treatment: null, from: 'none' }),
      [['findings_without_treatment', 1, 1]],
    ],
    [
      'points out a designed control without a test',
      () => designed(settled()).deleted('test'),
      [['controls_without_test', 1, 1]],
    ],
    ['and not one that is tested', () => designed(settled()), []],
    ['nor one that is not designed', () => settled().deleted('test'), []],
    [
      'points out a plan that nobody answers for',
      () => settled().item('plan', 'action_plan', 'find'),
      [['plans_without_responsible', 1, 1]],
    ],
    [
      'and not one with a responsible',
      () => settled().item('plan', 'action_plan', 'find', { assignee: user('junior') }),
      [],
    ],
  ])('%s', (_, given, expected) => {
    expect(check(given())).toEqual(expected);
  });

  it('counts open notes, which it is told', () => {
    expect(check(settled(), { count: 3, items: [item('step')] })).toEqual([['open_notes', 3, 1]]);
  });

  it('lists the first hundred and counts all', () => {
    const given = settled();
    for (let index = 0; index < MOST_LISTED + 5; index++) given.item(`s${index}`, 'step', 'proc');
    expect(check(given)).toEqual([['unsigned_items', MOST_LISTED + 5, MOST_LISTED]]);
  });
});
