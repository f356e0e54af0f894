import type { RiskRange } from './risk-settings.ts';

/** RI = probability × impact, 1–25; null while one of them is missing, never 0 (domain rules, section 1). */
export const inherentRisk = (probability: number | null, impact: number | null): number | null =>
  probability === null || impact === null ? null : probability * impact;

/**
 * Range that contains a figure: half-open intervals, except that the last one includes its end. Null when no
 * range does.
 */
export function rangeOf(ranges: readonly RiskRange[], figure: number | null): RiskRange | null {
  if (figure === null) return null;
  const last = ranges.at(-1);
  return (
    ranges.find(({ start, end }) => figure >= start && figure < end) ??
    (last && figure === last.end ? last : null)
  );
}

/** Summary of the figures of several risks. */
export interface RiskSpread {
  readonly count: number;
  readonly max: number;
  /** One decimal. */
  readonly mean: number;
}

/**
 * Mergeable sum from which a spread is computed. In integer tenths, so that the result does not depend on the
 * order of summation.
 */
export interface RiskSum {
  readonly count: number;
  readonly tenths: number;
  readonly max: number;
}

export const NO_RISKS: RiskSum = { count: 0, tenths: 0, max: 0 };

/** Adds a figure; null (unknown) does not count. */
export const withRisk = (sum: RiskSum, figure: number | null): RiskSum =>
  figure === null
    ? sum
    : {
        count: sum.count + 1,
        tenths: sum.tenths + Math.round(figure * 10),
        max: Math.max(sum.max, figure),
      };

export const addRisks = (one: RiskSum, other: RiskSum): RiskSum => ({
  count: one.count + other.count,
  tenths: one.tenths + other.tenths,
  max: Math.max(one.max, other.max),
});

/** Process risk: the highest figure and the mean; null when no risk has a figure. */
export const spreadOf = ({ count, tenths, max }: RiskSum): RiskSpread | null =>
  count === 0 ? null : { count, max, mean: Math.round(tenths / count) / 10 };
