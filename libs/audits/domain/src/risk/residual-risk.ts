import type { controlKind } from '@cotejo/audits-contracts';
import { consolidatedStrength, type ConsolidatedStrength, type CountedControl } from './control-strength.ts';
import type { ResidualMethod } from './risk-settings.ts';

export type ControlKind = (typeof controlKind.options)[number];

export interface RatedControl extends CountedControl {
  readonly kind: ControlKind | null;
}

export interface ResidualRisk {
  readonly method: ResidualMethod;
  /** One decimal. */
  readonly value: number;
  /** Position in the matrix after applying the controls; only for the method `quadrants`. */
  readonly moved: { readonly probability: number; readonly impact: number } | null;
}

interface RatedRisk {
  readonly probability: number | null;
  readonly impact: number | null;
  readonly strength: ConsolidatedStrength;
  readonly controls: readonly RatedControl[];
}

/**
 * Residual risk after controls (domain rules, section 3); null while the risk is unrated, or all of its
 * controls are.
 */
export function residualRisk(
  { probability, impact, strength, controls }: RatedRisk,
  { method, keyCountsDouble }: { readonly method: ResidualMethod; readonly keyCountsDouble: boolean },
): ResidualRisk | null {
  if (probability === null || impact === null || strength.weights === 0) return null;
  if (method === 'percentage')
    return { method, value: residualByShare(probability * impact, strength), moved: null };
  const stepsOf = (ofKind: (kind: ControlKind) => boolean): number =>
    stepsDown(
      controls.filter(({ kind }) => kind !== null && ofKind(kind)),
      keyCountsDouble,
    );
  const moved = {
    probability: lowered(
      probability,
      stepsOf((kind) => kind === 'preventive'),
    ),
    impact: lowered(
      impact,
      stepsOf((kind) => kind !== 'preventive'),
    ),
  };
  return { method, value: moved.probability * moved.impact, moved };
}

/**
 * RR = RI × (6 − S)/5: S = 1 leaves 100 %, 3 leaves 60 %, 5 leaves 20 %. Integer arithmetic up to a single
 * division.
 */
export const residualByShare = (
  inherent: number,
  { sum, weights }: Pick<ConsolidatedStrength, 'sum' | 'weights'>,
): number => Math.round((2 * inherent * (6 * weights - sum)) / weights) / 10;

/** Levels by which controls of one kind lower a risk: two at full strength, one from moderate strength on. */
function stepsDown(controls: readonly CountedControl[], keyCountsDouble: boolean): number {
  if (controls.length === 0) return 0;
  const { sum, weights } = consolidatedStrength(controls, keyCountsDouble);
  if (weights === 0 || sum < 3 * weights) return 0;
  return sum === 5 * weights ? 2 : 1;
}

/** One level equals two points on the scale 1, 3, 5. */
const lowered = (points: number, steps: number): number => Math.max(1, points - 2 * steps);
