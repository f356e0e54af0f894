import type { ItemId } from '@cotejo/audits-contracts';
import { rangeOf } from './inherent-risk.ts';
import type { FiguresByItem } from './risk-figures.ts';
import type { RiskRange } from './risk-settings.ts';

/** Number of risks in a range, inherent and residual; risks without a figure are not counted. */
export interface RiskCount {
  readonly range: RiskRange;
  readonly inherent: number;
  readonly residual: number;
}

/** Number of risks per range, in the order of the ranges. */
export function riskCounts(figures: FiguresByItem, ranges: readonly RiskRange[]): readonly RiskCount[] {
  const inherent = new Map<RiskRange, number>();
  const residual = new Map<RiskRange, number>();
  const count = (into: Map<RiskRange, number>, figure: number | null): void => {
    const range = rangeOf(ranges, figure);
    if (range) into.set(range, (into.get(range) ?? 0) + 1);
  };
  for (const each of figures.values()) {
    if (each.kind !== 'risk') continue;
    count(inherent, each.inherent);
    count(residual, each.residual);
  }
  return ranges.map((range) => ({
    range,
    inherent: inherent.get(range) ?? 0,
    residual: residual.get(range) ?? 0,
  }));
}

export interface HeatCell {
  readonly probability: number;
  readonly impact: number;
  readonly risks: readonly ItemId[];
}

/** Risks by probability and impact: only non-empty cells, lowest first. */
export function heatMap(figures: FiguresByItem): readonly HeatCell[] {
  const cells = new Map<number, { probability: number; impact: number; risks: ItemId[] }>();
  for (const [id, each] of figures) {
    if (each.kind !== 'risk' || id === null) continue;
    const { probability, impact } = each;
    if (probability === null || impact === null) continue;
    const at = probability * 10 + impact;
    const cell = cells.get(at) ?? { probability, impact, risks: [] };
    cell.risks.push(id);
    cells.set(at, cell);
  }
  return [...cells].sort(([one], [other]) => one - other).map(([, cell]) => cell);
}
