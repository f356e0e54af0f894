import { DEFAULT_RATING_SCALE } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RISK_SETTINGS } from '../risk/risk-settings.ts';
import { givenPlan, item, user, type GivenAudit } from '../testing/given-audit.ts';
import {
  MOST_LISTED,
  preCloseCheck,
  testsDone,
  type OpenNotes,
  type PreCloseFacts,
} from './pre-close-check.ts';

const NO_NOTES: OpenNotes = { count: 0, items: [] };
/** Of work and conclusion alone; declarations have a table of their own. */
const check = ({ state }: GivenAudit, facts: Partial<PreCloseFacts> = {}) => {
  const { blocks, warnings } = preCloseCheck(state, { notes: NO_NOTES, undeclared: 0, ...facts });
  return [...blocks, ...warnings].map(({ rule, count, items }) => [rule, count, items.length]);
};

const SCALE = DEFAULT_RATING_SCALE;
const rated = (given: GivenAudit): GivenAudit =>
  given.happened('AuditRated', { rating: SCALE[0], from: null, scale: SCALE });
const written = (given: GivenAudit): GivenAudit =>
  given.happened('AuditConcluded', { text: 'El proceso es confiable.', from: '' });
const concluded = (given: GivenAudit): GivenAudit =>
  written(rated(given)).happened('ConclusionSigned', { seen: given.version });

/** All that counts is completed, and the finding is discussed and needs no plan. */
function settled(): GivenAudit {
  const given = givenPlan();
  for (const label of ['risk', 'ctrl', 'test', 'step', 'find']) given.status(label, 'completed');
  given.happened('FindingTreatmentChosen', { id: item('find'), treatment: 'none', from: null });
  return concluded(given);
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
    [
      'points out a conclusion that is not written',
      () => settled().happened('AuditConcluded', { text: '', from: 'El proceso es confiable.' }),
      [['conclusion_missing', 1, 0]],
    ],
    [
      'points out an audit without a rating',
      () => settled().happened('AuditRated', { rating: null, from: SCALE[0], scale: SCALE }),
      [['conclusion_missing', 1, 0]],
    ],
    [
      'points out a conclusion whose signature fell',
      () => settled().happened('ConclusionSignatureVoided', { by: user('manage'), because: 'edited' }),
      [['conclusion_unsigned', 1, 0]],
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
    const notes = { count: 3, items: [item('step')] };
    expect(check(settled(), { notes })).toEqual([['open_notes', 3, 1]]);
  });

  it('points out tests and steps without evidence, which it is told', () => {
    const unevidenced = { count: 120, items: [item('test'), item('step')] };
    expect(check(settled(), { unevidenced })).toEqual([['tests_without_evidence', 120, 2]]);
    expect(preCloseCheck(settled().state, { notes: NO_NOTES, unevidenced }).blocks).toEqual([]);
  });

  it('lists the first hundred and counts all', () => {
    const given = settled();
    for (let index = 0; index < MOST_LISTED + 5; index++) given.item(`s${index}`, 'step', 'proc');
    expect(check(given)).toEqual([['unsigned_items', MOST_LISTED + 5, MOST_LISTED]]);
  });
});

describe('tests and steps that should have evidence', () => {
  it.each<[string, (given: GivenAudit) => GivenAudit, string[]]>([
    ['are those completed, in the order of the plan', (given) => given, ['test', 'step']],
    ['and those reviewed', (given) => given.status('step', 'reviewed'), ['test', 'step']],
    ['not those in progress', (given) => given.status('step', 'in_progress'), ['test']],
    ['not those under a note', (given) => given.status('test', 'review_note'), ['step']],
    [
      'not those in the trash, by themselves or with what holds them',
      (given) => given.deleted('ctrl'),
      ['step'],
    ],
  ])('%s', (_, change, expected) => {
    expect(testsDone(change(settled()).state)).toEqual(expected.map(item));
  });
});

describe('members without declaration of independence', () => {
  const warnings = (given: GivenAudit, facts: Pick<PreCloseFacts, 'undeclared'> = {}) =>
    preCloseCheck(given.state, { notes: NO_NOTES, ...facts }).warnings.flatMap(({ rule, count }) =>
      rule === 'members_undeclared' ? [count] : [],
    );
  const owing = () => warnings(settled())[0] ?? 0;

  it('are counted until they declare it', () => {
    const before = owing();
    expect(before).toBeGreaterThan(1);
    const declared = settled().happened('IndependenceDeclared', { user: user('leader'), threats: null });
    expect(warnings(declared)).toEqual([before - 1]);
  });

  it('are as many as a browser was told, which does not know the team', () => {
    expect([warnings(settled(), { undeclared: 2 }), warnings(settled(), { undeclared: 0 })]).toEqual([
      [2],
      [],
    ]);
  });

  it('do not keep an audit from being closed', () => {
    expect(preCloseCheck(settled().state, { notes: NO_NOTES }).blocks).toEqual([]);
  });
});
