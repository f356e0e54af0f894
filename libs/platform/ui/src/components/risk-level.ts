/** Names of the risk colours, of `data-level` in the style sheets. */
export type RiskLevel = 'low' | 'mid' | 'high';

/** Meaning of a grade: for a strength higher is better, for an impact worse. */
export type GradeSense = 'strength' | 'harm';

const LEVELS: Readonly<Record<GradeSense, Readonly<Record<number, RiskLevel>>>> = {
  strength: { 1: 'high', 3: 'mid', 5: 'low' },
  harm: { 1: 'low', 3: 'mid', 5: 'high' },
};

/** Colour of a grade of 1, 3 or 5; none of another number. */
export const gradeLevel = (grade: number, sense: GradeSense): RiskLevel | undefined => LEVELS[sense][grade];
