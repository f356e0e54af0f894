import {
  DEFAULT_RISK_SETTINGS,
  rangeOf,
  strengthColour,
  type ExplainedFigure,
  type Explanation,
  type PillColour,
} from '@cotejo/audits-domain';
import type { RiskLevel } from '@cotejo/ui';
import type { TFunction } from 'i18next';

const LEVEL: Readonly<Record<string, RiskLevel>> = { green: 'low', yellow: 'mid', red: 'high' };
const STRENGTH: Readonly<Record<PillColour, 1 | 3 | 5>> = { red: 1, yellow: 3, green: 5 };

const RISKS: ReadonlySet<ExplainedFigure> = new Set(['inherent_risk', 'residual_risk']);

/** Level of a figure: its colour, and the key of its word. */
export function levelOfFigure(
  figure: ExplainedFigure,
  value: number,
): { readonly level: RiskLevel; readonly word: string } {
  if (RISKS.has(figure)) {
    const range = rangeOf(DEFAULT_RISK_SETTINGS.ranges, value);
    return {
      level: LEVEL[range?.colour ?? ''] ?? 'mid',
      word: `audits-contracts:riskRange.${range?.code ?? 'medium'}`,
    };
  }
  const colour = strengthColour(value);
  return {
    level: LEVEL[colour] ?? 'mid',
    word: `audits-contracts:valueOption.control.design.*.value.${STRENGTH[colour]}`,
  };
}

type Say = TFunction<readonly ['worksheets-web', 'audits-contracts']>;

const listed = (parts: readonly (readonly [string | null, string])[]): string =>
  parts.map(([code, said]) => (code === null ? said : `${code}: ${said}`)).join(', ');

/** Derivation of a figure as a text; if ingredients are missing, their names. */
export function explain(t: Say, told: Explanation): string {
  const from = (key: string, params: Readonly<Record<string, unknown>>) => {
    const facts: Record<string, unknown> = { ...told, ...params };
    return t(`audits-contracts:figureFrom.${key}`, facts);
  };
  const missing = (what: string) => t(`worksheets-web:figure.missing.${what}`);
  switch (told.figure) {
    case 'inherent_risk':
      return told.value === null ? missing('inherent_risk') : from('inherent_risk', {});
    case 'residual_risk':
      if (told.value === null) return missing(told.inherent === null ? 'inherent_risk' : 'controls_strength');
      return told.moved ? from('residual_risk_quadrants', told.moved) : from('residual_risk', {});
    case 'controls_strength': {
      if (told.controls.length === 0) return from('controls_strength_none', {});
      if (told.value === null) return missing('controls_strength');
      const list = told.controls.map(
        ({ code, strength, preliminary }) =>
          [
            code,
            strength === null
              ? t('worksheets-web:figure.not_judged')
              : `${strength}${preliminary ? ` (${t('audits-contracts:figure.preliminary')})` : ''}`,
          ] as const,
      );
      return from('controls_strength', { list: listed(list) });
    }
    case 'control_design': {
      const open = told.criteria.filter(({ value }) => value === null).length;
      return told.value === null
        ? t('worksheets-web:figure.missing.criteria', { count: open })
        : from('control_design', {});
    }
    case 'validation_strength': {
      const counted = told.tests.filter(({ counts }) => counts);
      if (told.value === null) return missing('validation_strength');
      return from('validation_strength', {
        list: listed(counted.map(({ code, execution }) => [code, String(execution)] as const)),
      });
    }
    case 'control_strength':
      if (told.value === null) return missing('control_design');
      if (told.waived) return from('control_strength_waived', {});
      return from(told.preliminary ? 'control_strength_preliminary' : 'control_strength', {});
  }
}
