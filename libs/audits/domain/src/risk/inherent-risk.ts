import type { RiskRange } from './risk-settings.ts';

/** RI = probability × impact, 1–25; null while one of them is missing, never 0 (domain rules, section 1). */
export const inherentRisk = (probability: number | null, impact: number | null): number | null =>
  probability === null || impact === null ? null : probability * impact;

/** The range that a figure falls into: half-open, but the last one takes its end in. Null where none does. */
export function rangeOf(ranges: readonly RiskRange[], figure: number | null): RiskRange | null {
  if (figure === null) return null;
  const last = ranges.at(-1);
  return (
    ranges.find(({ start, end }) => figure >= start && figure < end) ??
    (last && figure === last.end ? last : null)
  );
}

/** Figures of several risks taken together. */
export interface RiskSpread {
  readonly count: number;
  readonly max: number;
  /** One decimal. */
  readonly mean: number;
}

/** Sum from which a spread is told: sums of parts add up. In tenths, so that no order of adding matters. */
export interface RiskSum {
  readonly count: number;
  readonly tenths: number;
  readonly max: number;
}

export const NO_RISKS: RiskSum = { count: 0, tenths: 0, max: 0 };

/** With one more figure; null = it is not known, and does not count. */
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

/** Risk of a process: its highest, and the mean beside it; null where no risk has a figure. */
export const spreadOf = ({ count, tenths, max }: RiskSum): RiskSpread | null =>
  count === 0 ? null : { count, max, mean: Math.round(tenths / count) / 10 };
