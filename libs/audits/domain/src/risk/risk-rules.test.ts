import { controlFrequency } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { item } from '../testing/given-audit.ts';
import type { TestResult } from './control-strength.ts';
import { explainFigure, type ExplainedFigure } from './explain-figure.ts';
import { givenDemo, GivenRisks } from './given-risks.fixture.ts';
import { hoursByItem, operationalEfficiency } from './hours.ts';
import { inherentRisk, rangeOf } from './inherent-risk.ts';
import { residualRisk } from './residual-risk.ts';
import { criteriaFaults, DEFAULT_RISK_SETTINGS, rangeFaults, type RiskRange } from './risk-settings.ts';
import { SUGGESTED_TESTS } from './suggested-tests.ts';
import { consolidatedStrength, controlDesign, validationStrength } from './control-strength.ts';

const { ranges } = DEFAULT_RISK_SETTINGS;
const range = (start: number, end: number, code = `${start}`): RiskRange => ({
  code,
  name: null,
  colour: 'red',
  start,
  end,
});

describe('inherent risk', () => {
  it.each([
    [1, 1, 1],
    [3, 5, 15],
    [5, 5, 25],
    [2, 4, 8],
    [null, 5, null],
    [3, null, null],
    [null, null, null],
  ])('%s × %s = %s', (probability, impact, risk) => {
    expect(inherentRisk(probability, impact)).toBe(risk);
  });

  it.each([
    [0, 'low'],
    [0.2, 'low'],
    [4.9, 'low'],
    [5, 'medium'],
    [14.9, 'medium'],
    [15, 'high'],
    [25, 'high'],
    [25.1, undefined],
    [-1, undefined],
    [null, undefined],
  ])('%s falls into %s', (figure, code) => {
    expect(rangeOf(ranges, figure)?.code).toBe(code);
  });
});

describe('ranges', () => {
  it.each<[string, readonly RiskRange[], readonly string[]]>([
    ['of the default', ranges, []],
    ['one alone', [range(0, 25)], []],
    ['none', [], ['no_ranges']],
    ['not from 0', [range(1, 25)], ['ranges_start']],
    ['not up to 25', [range(0, 24)], ['ranges_end']],
    ['beyond 25', [range(0, 26)], ['ranges_end']],
    ['with a gap', [range(0, 5), range(6, 25)], ['range_gap']],
    ['that overlap', [range(0, 5), range(4, 25)], ['range_overlap']],
    ['empty', [range(0, 0, 'a'), range(0, 25, 'b')], ['range_empty']],
    ['backwards', [range(0, 25, 'a'), range(25, 5, 'b')], ['range_empty', 'ranges_end']],
    ['of no number', [range(0, NaN)], ['range_not_a_number']],
    ['of one code', [range(0, 5, 'a'), range(5, 25, 'a')], ['code_repeated']],
  ])('%s: %j', (_, list, codes) => {
    expect(rangeFaults(list).map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    [[1, 10], []],
    [[0], ['weight_out_of_bounds']],
    [[11], ['weight_out_of_bounds']],
    [[1.5], ['weight_out_of_bounds']],
    [[], ['no_criteria']],
  ])('criteria of weights %j: %j', (weights, codes) => {
    const criteria = weights.map((weight, index) => ({ code: `c${index}`, name: null, weight }));
    expect(criteriaFaults(criteria).map(({ code }) => code)).toEqual(codes);
  });

  it('and criteria of the default may be saved', () => {
    expect(criteriaFaults(DEFAULT_RISK_SETTINGS.criteria)).toEqual([]);
  });
});

describe('the design of a control', () => {
  const criteria = ['one', 'two'].map((code) => ({ code, name: null, weight: 1 }));

  it.each([
    [1, 1, 1, 1],
    [1, 3, 2, 3],
    [3, 3, 3, 3],
    [1, 5, 3, 3],
    [3, 5, 4, 5],
    [5, 5, 5, 5],
  ])('whose criteria are %d and %d: D %d, which is %d', (one, two, score, grade) => {
    const values = { 'design.one.value': one, 'design.two.value': two };
    expect(controlDesign(values, criteria)).toMatchObject({ score, grade });
  });
});

describe('what tests say together', () => {
  const result = (status: TestResult['status'], execution: TestResult['execution']) => ({
    status,
    execution,
  });
  it.each<[string, readonly TestResult[], number | null]>([
    ['none', [], null],
    ['one', [result('completed', 5)], 5],
    ['the least', [result('completed', 5), result('reviewed', 1), result('completed', 3)], 1],
    ['only completed ones', [result('completed', 5), result('in_progress', 1)], 5],
    ['only those with a result', [result('completed', null), result('reviewed', 3)], 3],
  ])('%s', (_, tests, strength) => {
    expect(validationStrength(tests)).toBe(strength);
    expect(validationStrength(tests.toReversed())).toBe(strength);
  });
});

describe('residual risk by quadrants', () => {
  const control = (value: 1 | 3 | 5, kind: 'preventive' | 'detective' | 'corrective' | null) => ({
    strength: { value, preliminary: false, waived: false },
    isKey: false,
    kind,
  });
  it.each([
    ['no controls', 5, 5, [], { probability: 5, impact: 5 }, 25],
    ['strong preventive', 5, 5, [control(5, 'preventive')], { probability: 1, impact: 5 }, 5],
    ['moderate preventive', 5, 5, [control(3, 'preventive')], { probability: 3, impact: 5 }, 15],
    ['weak preventive', 5, 5, [control(1, 'preventive')], { probability: 5, impact: 5 }, 25],
    ['strong detective', 3, 5, [control(5, 'detective')], { probability: 3, impact: 1 }, 3],
    ['moderate corrective', 3, 3, [control(3, 'corrective')], { probability: 3, impact: 1 }, 3],
    ['both', 5, 5, [control(3, 'preventive'), control(5, 'detective')], { probability: 3, impact: 1 }, 3],
    [
      'mean of its kind',
      5,
      5,
      [control(5, 'preventive'), control(3, 'preventive')],
      { probability: 3, impact: 5 },
      15,
    ],
    ['never below 1', 1, 1, [control(5, 'preventive')], { probability: 1, impact: 1 }, 1],
    ['of no kind', 5, 5, [control(5, null)], { probability: 5, impact: 5 }, 25],
  ])('%s', (_, probability, impact, controls, moved, value) => {
    const strength = consolidatedStrength(controls, false);
    const settings = { method: 'quadrants', keyCountsDouble: false } as const;
    expect(residualRisk({ probability, impact, strength, controls }, settings)).toEqual({
      method: 'quadrants',
      value,
      moved,
    });
  });
});

it.each(['percentage', 'quadrants'] as const)(
  'the residual risk by %s is never above the inherent one',
  (method) => {
    const points = [1, 2, 3, 4, 5];
    const values = [1, 3, 5] as const;
    const kinds = ['preventive', 'detective', 'corrective', null] as const;
    const sets = [
      [],
      ...kinds.flatMap((kind) =>
        values.flatMap((one) =>
          values.map((other) =>
            [one, other].map((value) => ({
              ...{ strength: { value, preliminary: false, waived: false }, isKey: true, kind },
            })),
          ),
        ),
      ),
    ];
    for (const probability of points)
      for (const impact of points)
        for (const controls of sets) {
          const strength = consolidatedStrength(controls, true);
          const rated = { probability, impact, strength, controls };
          const residual = residualRisk(rated, { method, keyCountsDouble: true })?.value;
          expect(residual).toBeGreaterThan(0);
          expect(residual).toBeLessThanOrEqual(probability * impact);
        }
  },
);

it.each([
  ['1', 1],
  ['2', 1],
  ['3', 2],
  ['4', 2],
  ['6', 2],
  ['12', 3],
  ['weekly', 10],
  ['daily', 25],
  ['automatic', 1],
] as const)('a control of frequency %s is tested %d times', (frequency, tests) => {
  expect(SUGGESTED_TESTS[frequency]).toBe(tests);
  expect(Object.keys(SUGGESTED_TESTS)).toHaveLength(controlFrequency.options.length);
});

describe('hours', () => {
  const given = new GivenRisks()
    .item('phase', 'phase', null)
    .risk('R', 'phase', 3, 5)
    .control('C', 'R', 5, 3)
    .item('gone', 'step', 'phase')
    .says('C', { budgetedMinutes: 90 })
    .says('tC', { budgetedMinutes: 30 })
    .says('gone', { budgetedMinutes: 500 })
    .deleted('gone');

  it('add up the tree, without what was deleted', () => {
    const spent = new Map([
      [item('tC'), 45],
      [item('phase'), 5],
      [item('gone'), 7],
    ]);
    const hours = hoursByItem(given.state, (id) => spent.get(id) ?? 0);
    expect(hours.get(item('tC'))).toEqual({ budgeted: 30, spent: 45 });
    expect(hours.get(item('C'))).toEqual({ budgeted: 120, spent: 45 });
    expect(hours.get(item('R'))).toEqual({ budgeted: 120, spent: 45 });
    expect(hours.get(null)).toEqual({ budgeted: 120, spent: 50 });
    expect(hours.has(item('gone'))).toBe(false);
  });

  it.each([
    [71.8, 480, 352, 97.9],
    [50, 100, 50, 100],
    [100, 100, 50, 200],
    [0, 100, 50, 0],
    [50, 100, 0, null],
    [50, 0, 10, null],
    [null, 100, 50, null],
  ])('progress %s with %d budgeted and %d spent: efficiency %s', (progress, budgeted, spent, efficiency) => {
    expect(operationalEfficiency(progress, { budgeted, spent })).toBe(efficiency);
  });
});

describe('where a figure comes from', () => {
  const { state } = givenDemo();
  it.each<[string, ExplainedFigure, object | null]>([
    ['R1', 'inherent_risk', { value: 15, probability: 3, impact: 5 }],
    ['R1', 'residual_risk', { value: 6, method: 'percentage', inherent: 15, strength: 4, moved: null }],
    [
      'R1',
      'controls_strength',
      {
        value: 4,
        preliminary: false,
        controls: [
          { id: item('C1'), code: null, strength: 3, preliminary: false, weight: 1 },
          { id: item('C2'), code: null, strength: 5, preliminary: false, weight: 1 },
        ],
      },
    ],
    ['C3', 'control_strength', { value: 1, design: 3, validation: 1, preliminary: false, waived: false }],
    ['C8', 'control_strength', { value: 1, design: 1, validation: null, preliminary: false, waived: true }],
    [
      'C10',
      'validation_strength',
      {
        value: null,
        tests: [{ id: item('tC10'), code: null, status: 'assigned', execution: null, counts: false }],
      },
    ],
    ['R1', 'control_design', null],
    ['C1', 'inherent_risk', null],
    ['tC1', 'control_strength', null],
    ['proc', 'inherent_risk', null],
    ['none', 'inherent_risk', null],
  ])('%s, %s', (label, figure, ingredients) => {
    expect(explainFigure(state, item(label), figure)).toEqual(ingredients && { figure, ...ingredients });
  });

  it('of the design names every criterion with its weight', () => {
    const told = explainFigure(state, item('C3'), 'control_design');
    expect(told).toMatchObject({ value: 3, score: 3 });
    expect(told?.figure === 'control_design' && told.criteria).toEqual(
      DEFAULT_RISK_SETTINGS.criteria.map(({ code, weight }) => ({ code, weight, value: 3 })),
    );
  });
});
