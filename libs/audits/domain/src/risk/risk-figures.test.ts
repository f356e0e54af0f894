import type { ItemId } from '@cotejo/audits-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { item } from '../testing/given-audit.ts';
import { strengthColour } from './control-strength.ts';
import { givenDemo, GivenRisks, judged } from './given-risks.fixture.ts';
import { heatMap, riskCounts } from './heat-map.ts';
import { rangeOf } from './inherent-risk.ts';
import {
  processRiskOf,
  refreshRiskFigures,
  riskFiguresByItem,
  riskFiguresOf,
  type FiguresByItem,
} from './risk-figures.ts';
import { DEFAULT_RISK_SETTINGS, type RiskSettings } from './risk-settings.ts';

const { ranges } = DEFAULT_RISK_SETTINGS;

const riskIn = (figures: FiguresByItem, label: string) => {
  const found = figures.get(item(label));
  if (found?.kind !== 'risk') throw new Error(`${label} is no risk`);
  return found;
};
const controlIn = (figures: FiguresByItem, label: string) => {
  const found = figures.get(item(label));
  if (found?.kind !== 'control') throw new Error(`${label} is no control`);
  return found;
};
const riskOf = (given: GivenRisks, label: string, settings?: RiskSettings) =>
  riskIn(riskFiguresByItem(given.state, settings), label);

describe('the risks of the demonstration', () => {
  const figures = riskFiguresByItem(givenDemo().state);

  it.each([
    ['R1', 15, 'high', 4, 6, 'medium', false],
    ['R2', 25, 'high', 2, 20, 'high', false],
    ['R3', 9, 'medium', 5, 1.8, 'low', false],
    ['R4', 9, 'medium', 3, 5.4, 'medium', false],
    ['R5', 15, 'high', 2, 12, 'medium', false],
    ['R6', 3, 'low', 3, 1.8, 'low', false],
    ['R7', 15, 'high', 3, 9, 'medium', true],
    ['R8', 9, 'medium', 5, 1.8, 'low', false],
  ])(
    '%s: RI %d (%s), S %d, RR %d (%s), preliminary %s',
    (label, inherent, range, s, residual, left, open) => {
      const risk = riskIn(figures, label);
      expect(risk).toMatchObject({ inherent, strength: s, residual, preliminary: open });
      expect([rangeOf(ranges, risk.inherent)?.code, rangeOf(ranges, risk.residual)?.code]).toEqual([
        range,
        left,
      ]);
    },
  );

  it.each([
    ['C1', 5, 3, 3],
    ['C2', 5, 5, 5],
    ['C3', 3, 1, 1],
    ['C4', 3, 3, 3],
    ['C5', 5, 5, 5],
    ['C6', 3, 3, 3],
    ['C7', 5, 3, 3],
    ['C8', 1, null, 1],
    ['C9', 3, 5, 3],
    ['C10', 3, null, 3],
    ['C11', 5, 5, 5],
  ])('%s: design %s, validation %s, strength %s', (label, design, validation, strength) => {
    const control = controlIn(figures, label);
    expect([control.design.grade, control.validation, control.strength]).toEqual([
      design,
      validation,
      strength,
    ]);
    expect([control.preliminary, control.waived]).toEqual([label === 'C10', label === 'C8']);
  });

  it('fall into the ranges: 4, 3, 1 inherent and 1, 4, 3 residual, from the highest', () => {
    expect(
      riskCounts(figures, ranges).map((each) => [each.range.code, each.inherent, each.residual]),
    ).toEqual([
      ['low', 1, 3],
      ['medium', 3, 4],
      ['high', 4, 1],
    ]);
    expect(
      heatMap(figures).map(({ probability, impact, risks }) => [probability, impact, risks.length]),
    ).toEqual([
      [1, 3, 1],
      [3, 3, 3],
      [3, 5, 2],
      [5, 3, 1],
      [5, 5, 1],
    ]);
  });

  it('make the risk of their process: the highest, and the mean beside it', () => {
    for (const id of [item('proc'), item('phase'), null]) {
      const group = figures.get(id);
      expect(group?.kind === 'group' && processRiskOf(group)).toEqual({
        inherent: { count: 8, max: 25, mean: 12.5 },
        residual: { count: 8, max: 20, mean: 7.2 },
      });
    }
  });
});

describe('a risk', () => {
  const given = () => new GivenRisks().item('phase', 'phase', null);

  it.each([
    [undefined, undefined],
    [3, undefined],
    [undefined, 5],
  ])('of probability %s and impact %s has no figure, never 0', (probability, impact) => {
    const figures = riskFiguresByItem(given().risk('R', 'phase', probability, impact).state);
    expect(riskIn(figures, 'R')).toMatchObject({ inherent: null, residual: null });
    const group = figures.get(null);
    expect(group?.kind === 'group' && processRiskOf(group)).toEqual({ inherent: null, residual: null });
  });

  it('without controls keeps all of it', () => {
    expect(riskOf(given().risk('R', 'phase', 5, 5), 'R')).toMatchObject({ strength: 1, residual: 25 });
  });

  it('whose controls nobody judged yet has no residual; with some judged it is preliminary', () => {
    const audit = given().risk('R', 'phase', 5, 5).control('C', 'R', null);
    expect(riskOf(audit, 'R')).toMatchObject({ strength: null, residual: null, preliminary: true });
    audit.control('D', 'R', 5, 5);
    expect(riskOf(audit, 'R')).toMatchObject({ strength: 5, residual: 5, preliminary: true });
  });

  it('counts a control shared with it through what it stands for, and not beside it twice', () => {
    const audit = given().risk('R', 'phase', 5, 5).risk('S', 'phase', 3, 5).control('C', 'R', 5, 3);
    audit.reference('ref', 'S', 'C');
    const figures = riskFiguresByItem(audit.state);
    expect(riskIn(figures, 'S')).toMatchObject({ strength: 3, residual: 9, controls: [item('C')] });
    expect(figures.get(item('ref'))).toBe(figures.get(item('C')));
    audit.reference('again', 'R', 'C');
    expect(riskOf(audit, 'R').controls).toEqual([item('C')]);
    audit.deleted('C');
    expect(riskOf(audit, 'S')).toMatchObject({ strength: 1, controls: [] });
  });

  it('does not count deleted controls and tests', () => {
    const audit = given().risk('R', 'phase', 5, 5).control('C', 'R', 5, 1).control('D', 'R', 5, 5);
    expect(riskOf(audit.deleted('C'), 'R')).toMatchObject({ strength: 5, residual: 5 });
    expect(riskOf(audit.deleted('tD'), 'R')).toMatchObject({ strength: 5, preliminary: true });
  });

  it('counts key controls double where the account says so', () => {
    const audit = given().risk('R', 'phase', 5, 5).control('C', 'R', 5, 5, true).control('D', 'R', 3, 3);
    expect(riskOf(audit, 'R')).toMatchObject({ strength: 4, residual: 10 });
    const settings = { ...DEFAULT_RISK_SETTINGS, keyCountsDouble: true };
    // (2·5 + 3) / 3 = 4.33; 25 · 1.666… / 5 = 8.33…
    expect(riskOf(audit, 'R', settings)).toMatchObject({ strength: 4.33, residual: 8.3 });
  });
});

describe('a control', () => {
  const given = () => new GivenRisks().item('phase', 'phase', null).risk('R', 'phase', 5, 5);
  const controlOf = (audit: GivenRisks) => controlIn(riskFiguresByItem(audit.state), 'C');
  const all = Object.keys(judged(5));

  it('has no design until all criteria are answered', () => {
    const audit = given().control('C', 'R', null);
    for (const [index, key] of all.entries()) {
      expect(controlOf(audit).design).toMatchObject({ answered: index, score: null, grade: null });
      audit.says('C', { [key]: 5 });
    }
    expect(controlOf(audit).design).toMatchObject({ score: 5, grade: 5 });
  });

  it('weighs criteria as the catalogue says, or as it says itself', () => {
    const audit = given().control('C', 'R', 1).says('C', { 'design.purpose.value': 5 });
    // (10·5 + 42) / 52
    expect(controlOf(audit).design).toMatchObject({ score: 1.77, grade: 1 });
    audit.says('C', { 'design.owner.weight': 1 });
    // (10·5 + 35) / 45
    expect(controlOf(audit).design).toMatchObject({ score: 1.89, grade: 1 });
    audit.says('C', { 'design.evidence.value': 3 });
    expect(controlOf(audit).design).toMatchObject({ score: 2.16, grade: 3 });
  });

  it.each([
    ['completed', 3],
    ['reviewed', 3],
    ['review_note', 3],
    ['in_progress', 5],
    ['assigned', 5],
    ['new', 5],
  ] as const)('counts the least of its tests; one that is %s makes %s', (status, strength) => {
    const audit = given().control('C', 'R', 5, 5).item('weak', 'control_test', 'C');
    expect(controlOf(audit.says('weak', { execution: 3 }, status)).strength).toBe(strength);
  });

  it('whose completed test came to nothing is as if it were not tested', () => {
    const audit = given()
      .control('C', 'R', 5)
      .item('open', 'control_test', 'C')
      .says('open', {}, 'completed');
    expect(controlOf(audit)).toMatchObject({ validation: null, strength: 5, preliminary: true });
  });
});

it.each([
  [1, 'red'],
  [1.99, 'red'],
  [2, 'yellow'],
  [3.99, 'yellow'],
  [4, 'green'],
  [5, 'green'],
])('a strength of %d is %s', (strength, colour) => {
  expect(strengthColour(strength)).toBe(colour);
});

describe('whatever the tree', () => {
  const grade = fc.constantFrom(1 as const, 3 as const, 5 as const);
  const control = fc.record({
    design: fc.option(grade),
    execution: fc.option(grade),
    isKey: fc.boolean(),
  });
  const risks = fc.array(
    fc.record({
      probability: fc.option(fc.integer({ min: 1, max: 5 })),
      impact: fc.option(fc.integer({ min: 1, max: 5 })),
      controls: fc.array(control, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  type Plan = typeof risks extends fc.Arbitrary<infer T> ? T : never;
  const plant = (plan: Plan, ofControls = (list: Plan[number]['controls']) => list) => {
    const audit = new GivenRisks().item('phase', 'phase', null);
    for (const [index, { probability, impact, controls }] of plan.entries()) {
      audit.risk(`R${index}`, 'phase', probability ?? undefined, impact ?? undefined);
      for (const [each, { design, execution, isKey }] of ofControls(controls).entries())
        audit.control(`C${index}${each}`, `R${index}`, design, execution ?? undefined, isKey);
    }
    return audit;
  };
  const settings = fc.record({
    keyCountsDouble: fc.boolean(),
    residualMethod: fc.constantFrom('percentage' as const, 'quadrants' as const),
  });

  it('the residual is between a fifth of the inherent risk and all of it', () => {
    fc.assert(
      fc.property(risks, fc.boolean(), (plan, keyCountsDouble) => {
        for (const each of riskFiguresByItem(plant(plan).state, {
          ...DEFAULT_RISK_SETTINGS,
          keyCountsDouble,
        }).values()) {
          if (each.kind !== 'risk') continue;
          const { inherent, residual, strength } = each;
          expect(residual === null).toBe(inherent === null || strength === null);
          if (inherent === null || residual === null || strength === null) continue;
          expect(residual).toBeGreaterThanOrEqual(inherent / 5);
          expect(residual).toBeLessThanOrEqual(inherent);
          expect(strength).toBeGreaterThanOrEqual(1);
          expect(strength).toBeLessThanOrEqual(5);
        }
      }),
    );
  });

  it('by quadrants it is at least 1, and never more than the inherent risk', () => {
    fc.assert(
      fc.property(risks, (plan) => {
        const settings = { ...DEFAULT_RISK_SETTINGS, residualMethod: 'quadrants' } as const;
        for (const each of riskFiguresByItem(plant(plan).state, settings).values()) {
          if (each.kind !== 'risk' || each.inherent === null || each.residual === null) continue;
          expect(each.residual).toBeGreaterThanOrEqual(1);
          expect(each.residual).toBeLessThanOrEqual(each.inherent);
        }
      }),
    );
  });

  it('no figure depends on the order of controls', () => {
    fc.assert(
      fc.property(risks, settings, (plan, some) => {
        const of = (order?: (list: Plan[number]['controls']) => Plan[number]['controls']) =>
          [...riskFiguresByItem(plant(plan, order).state, { ...DEFAULT_RISK_SETTINGS, ...some })].flatMap(
            ([id, each]) =>
              each.kind === 'risk' ? [[id, each.strength, each.residual, each.preliminary]] : [],
          );
        expect(of((list) => list.toReversed())).toEqual(of());
      }),
    );
  });

  it('figures brought up to date are those worked out anew', () => {
    const change = fc.record({
      risk: fc.nat({ max: 4 }),
      control: fc.nat({ max: 3 }),
      what: fc.constantFrom('probability', 'judge', 'test', 'delete', 'deleteRisk', 'share'),
      value: grade,
    });
    fc.assert(
      fc.property(risks, fc.array(change, { maxLength: 8 }), (plan, changes) => {
        const audit = plant(plan);
        const known = riskFiguresByItem(audit.state);
        for (const [index, { risk, control: nth, what, value }] of changes.entries()) {
          const [r, c] = [`R${risk}`, `C${risk}${nth}`];
          const about = what === 'probability' || what === 'deleteRisk' ? r : what === 'test' ? `t${c}` : c;
          if (!audit.state.get(item(about))) continue;
          const changed: ItemId[] = [item(about)];
          if (what === 'probability') audit.says(r, { probability: value });
          if (what === 'judge') audit.says(c, judged(value));
          if (what === 'test') audit.says(`t${c}`, { execution: value }, 'reviewed');
          if (what === 'delete' || what === 'deleteRisk') audit.deleted(about);
          if (what === 'share') {
            audit.reference(`x${index}`, 'R0', c);
            changed.push(item(`x${index}`));
          }
          refreshRiskFigures(known, audit.state, changed);
          const anew = riskFiguresByItem(audit.state);
          const sorted = (figures: FiguresByItem) =>
            [...figures].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
          expect(sorted(known)).toEqual(sorted(anew));
        }
      }),
    );
  });

  it('one item asked alone says what the whole tree says', () => {
    const { state } = givenDemo();
    const whole = [...riskFiguresByItem(state)].filter(([id, { kind }]) => id !== null && kind !== 'group');
    expect(whole.length).toBeGreaterThan(5);
    for (const [id, figures] of whole) expect(id && riskFiguresOf(state, id)).toEqual(figures);
  });
});
