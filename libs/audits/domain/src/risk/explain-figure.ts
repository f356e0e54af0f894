import type { Grade, ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from '../model/model.ts';
import { isTested, type JudgedCriterion, type TestResult } from './control-strength.ts';
import { controlsOf, riskFiguresOf, testsOf } from './risk-figures.ts';
import { DEFAULT_RISK_SETTINGS, type ResidualMethod, type RiskSettings } from './risk-settings.ts';

/** Figures of the tree that can be explained to the user. */
export type ExplainedFigure =
  | 'inherent_risk'
  | 'controls_strength'
  | 'residual_risk'
  | 'control_design'
  | 'validation_strength'
  | 'control_strength';

interface CountedControl {
  readonly id: ItemId;
  readonly code: string | null;
  readonly strength: Grade | null;
  readonly preliminary: boolean;
  readonly weight: number;
}

interface CountedTest extends TestResult {
  readonly id: ItemId;
  readonly code: string | null;
  readonly counts: boolean;
}

/** Components of a figure, to explain it to the user: "P 3 × I 5 = 15". */
export type Explanation =
  | {
      readonly figure: 'inherent_risk';
      readonly value: number | null;
      readonly probability: number | null;
      readonly impact: number | null;
    }
  | {
      readonly figure: 'controls_strength';
      readonly value: number | null;
      readonly preliminary: boolean;
      readonly controls: readonly CountedControl[];
    }
  | {
      readonly figure: 'residual_risk';
      readonly value: number | null;
      readonly method: ResidualMethod;
      readonly inherent: number | null;
      readonly strength: number | null;
      readonly moved: { readonly probability: number; readonly impact: number } | null;
    }
  | {
      readonly figure: 'control_design';
      readonly value: Grade | null;
      readonly score: number | null;
      readonly criteria: readonly JudgedCriterion[];
    }
  | {
      readonly figure: 'validation_strength';
      readonly value: Grade | null;
      readonly tests: readonly CountedTest[];
    }
  | {
      readonly figure: 'control_strength';
      readonly value: Grade | null;
      readonly design: Grade | null;
      readonly validation: Grade | null;
      readonly preliminary: boolean;
      readonly waived: boolean;
    };

/** Explanation of an item's figure; null for an item without that figure, or a deleted one. */
export function explainFigure(
  view: AuditView,
  id: ItemId,
  figure: ExplainedFigure,
  settings: RiskSettings = DEFAULT_RISK_SETTINGS,
): Explanation | null {
  const figures = riskFiguresOf(view, id, settings);
  if (figures?.kind === 'risk') {
    const { probability, impact, inherent, strength, preliminary, residual, moved } = figures;
    if (figure === 'inherent_risk') return { figure, value: inherent, probability, impact };
    if (figure === 'residual_risk')
      return { figure, value: residual, method: settings.residualMethod, inherent, strength, moved };
    if (figure === 'controls_strength')
      return { figure, value: strength, preliminary, controls: countedControls(view, id, settings) };
    return null;
  }
  if (figures?.kind !== 'control') return null;
  const { design, validation, strength, preliminary, waived, original } = figures;
  if (figure === 'control_design')
    return { figure, value: design.grade, score: design.score, criteria: design.criteria };
  if (figure === 'validation_strength') {
    const tests = testsOf(view, original).map((test): CountedTest => ({
      ...test,
      counts: test.execution !== null && isTested(test.status),
    }));
    return { figure, value: validation, tests };
  }
  if (figure === 'control_strength')
    return { figure, value: strength, design: design.grade, validation, preliminary, waived };
  return null;
}

function countedControls(view: AuditView, risk: ItemId, settings: RiskSettings): readonly CountedControl[] {
  return controlsOf(view, risk).flatMap((node): CountedControl[] => {
    const figures = riskFiguresOf(view, node.id, settings);
    if (figures?.kind !== 'control') return [];
    const isDouble = settings.keyCountsDouble && node.values?.['isKey'] === true;
    return [
      {
        id: node.id,
        code: node.code,
        strength: figures.strength,
        preliminary: figures.preliminary,
        weight: isDouble ? 2 : 1,
      },
    ];
  });
}
