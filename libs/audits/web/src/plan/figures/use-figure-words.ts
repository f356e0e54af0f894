import type { ItemId } from '@cotejo/audits-contracts';
import {
  DEFAULT_RISK_SETTINGS,
  explainFigure,
  processRiskOf,
  rangeOf,
  type AuditView,
  type Explanation,
  type ExplainedFigure,
  type ItemFigures,
  type RiskRange,
} from '@cotejo/audits-domain';
import { useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import type { FigureColumn } from './figure-pills.ts';

const EXPLAINED: Readonly<Record<FigureColumn, readonly ExplainedFigure[]>> = {
  inherent: ['inherent_risk'],
  residual: ['residual_risk', 'controls_strength'],
  design: ['control_design'],
  execution: ['control_strength', 'validation_strength'],
};

/** Returns the name of a risk level: the account's own, else the translated one. */
export function useRangeName(): (range: RiskRange) => string {
  const { t } = useTranslation('audits-contracts');
  return ({ code, name }) => name ?? t(`audits-contracts:riskRange.${code}`);
}

/** An item with its figures, in the current plan or a past version. */
export interface FiguresOf {
  readonly view: AuditView;
  readonly id: ItemId;
  readonly figures: ItemFigures | null;
}

const codes = (list: readonly { readonly code: string | null }[], value: (at: number) => number | null) =>
  list.map(({ code }, at) => `${code ?? '–'} ${value(at) ?? '–'}`).join(' · ');

/** Returns the derivation of a figure, one line per step. */
export function useFigureWords(): (of: FiguresOf, column: FigureColumn) => readonly string[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const rangeName = useRangeName();

  const line = (explained: Explanation): string | null => {
    const { value } = explained;
    if (value === null) return null;
    const from = (key: string, given: object = {}) =>
      t(`audits-contracts:figureFrom.${key}`, { value, ...given });
    switch (explained.figure) {
      case 'inherent_risk': {
        const range = rangeOf(DEFAULT_RISK_SETTINGS.ranges, value);
        return `${from('inherent_risk', explained)}${range ? ` · ${rangeName(range)}` : ''}`;
      }
      case 'residual_risk':
        return explained.moved
          ? from('residual_risk_quadrants', explained.moved)
          : from('residual_risk', explained);
      case 'controls_strength': {
        const { controls } = explained;
        if (controls.length === 0) return from('controls_strength_none');
        return from('controls_strength', { list: codes(controls, (at) => controls[at]?.strength ?? null) });
      }
      case 'control_design':
        return from('control_design', { score: explained.score });
      case 'validation_strength': {
        const tests = explained.tests.filter(({ counts }) => counts);
        return from('validation_strength', { list: codes(tests, (at) => tests[at]?.execution ?? null) });
      }
      case 'control_strength': {
        const suffix = explained.waived ? '_waived' : explained.preliminary ? '_preliminary' : '';
        return from(`control_strength${suffix}`, explained);
      }
    }
  };

  return ({ view, id, figures }, column) => {
    if (figures?.kind === 'group') {
      const { inherent, residual } = processRiskOf(figures);
      const spread = column === 'residual' ? residual : inherent;
      if (!spread) return [];
      const { count, max, mean } = spread;
      return [t('figure.of_group', { count, max: format.number(max, 1), mean: format.number(mean, 1) })];
    }
    if (figures === null) return [];
    return EXPLAINED[column].flatMap((figure) => {
      const explained = explainFigure(view, id, figure);
      const words = explained && line(explained);
      return words ? [`${t(`audits-contracts:figure.${figure}`)}: ${words}`] : [];
    });
  };
}
