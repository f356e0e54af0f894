import type { Grade } from '@cotejo/audits-contracts';
import {
  DEFAULT_RISK_SETTINGS,
  processRiskOf,
  rangeOf,
  strengthColour,
  testResultOf,
  type ItemFigures,
  type PillColour,
  type RiskRange,
} from '@cotejo/audits-domain';
import type { RiskLevel } from '@cotejo/ui';
import type { TreeRow } from '../../session/rows/tree-rows.ts';

export const FIGURE_COLUMNS = ['inherent', 'residual', 'design', 'execution'] as const;
export type FigureColumn = (typeof FIGURE_COLUMNS)[number];

/** Display data of a figure: value, colour level and text. */
export interface FigurePill {
  readonly value: number;
  readonly decimals: number;
  readonly level: RiskLevel;
  /** Text of the figure: risk range or grade. */
  readonly word: FigureWord;
  /** No completed test confirms the figure yet. */
  readonly preliminary: boolean;
}

/** A risk range, or a grade of control design, strength or test result. */
export type FigureWord =
  | { readonly of: 'range'; readonly range: RiskRange }
  | { readonly of: 'strength' | 'execution'; readonly grade: Grade };

const LEVEL: Readonly<Record<PillColour, RiskLevel>> = { red: 'high', yellow: 'mid', green: 'low' };

/** Colour level nearest to the range's colour; accounts may define colours of their own. */
export const levelOfRange = ({ colour }: RiskRange): RiskLevel =>
  colour === 'red' ? 'high' : colour === 'green' ? 'low' : 'mid';

/** A risk figure (0–25) as a pill; null when there is none. */
export function riskPill(value: number | null, preliminary = false): FigurePill | null {
  const range = rangeOf(DEFAULT_RISK_SETTINGS.ranges, value);
  if (value === null || !range) return null;
  const decimals = Number.isInteger(value) ? 0 : 1;
  return { value, decimals, level: levelOfRange(range), word: { of: 'range', range }, preliminary };
}

const gradePill = (
  value: Grade | null,
  of: 'strength' | 'execution',
  preliminary = false,
): FigurePill | null =>
  value === null
    ? null
    : { value, decimals: 0, level: LEVEL[strengthColour(value)], word: { of, grade: value }, preliminary };

type Pilled = Pick<TreeRow, 'figures' | 'shown'>;

/** Pill of a row in a figure column; null when there is none. A group shows the highest figure among its risks. */
export function pillsOf({ figures, shown }: Pilled, column: FigureColumn): FigurePill | null {
  if (column === 'execution' && shown.type === 'control_test')
    return gradePill(testResultOf(shown).execution, 'execution');
  return figures && figurePillOf(figures, column);
}

/** Pill of a column computed from figures alone, without a row. */
export function figurePillOf(figures: ItemFigures, column: FigureColumn): FigurePill | null {
  if (figures.kind === 'risk') {
    if (column === 'inherent') return riskPill(figures.inherent);
    return column === 'residual' ? riskPill(figures.residual, figures.preliminary) : null;
  }
  if (figures.kind === 'control') {
    if (column === 'design') return gradePill(figures.design.grade, 'strength');
    return column === 'execution' ? gradePill(figures.strength, 'strength', figures.preliminary) : null;
  }
  if (column !== 'inherent' && column !== 'residual') return null;
  return riskPill(processRiskOf(figures)[column]?.max ?? null);
}
