import type { Grade, ItemStatus, ItemValues } from '@cotejo/audits-contracts';
import type { DesignCriterion } from './risk-settings.ts';

/** Rating of one design criterion of a control. */
export interface JudgedCriterion {
  readonly code: string;
  readonly weight: number;
  readonly value: Grade | null;
}

export interface ControlDesign {
  readonly criteria: readonly JudgedCriterion[];
  readonly answered: number;
  /** D = Σ(w·v)/Σw, two decimals; null until all criteria are answered. */
  readonly score: number | null;
  /** Score below 2 → 1, below 4 → 3, else 5. */
  readonly grade: Grade | null;
}

/**
 * Hand-written check: it runs for every criterion of every control, and a schema would dominate the time of
 * computing a tree's figures.
 */
const gradeOf = (value: unknown): Grade | null => (value === 1 || value === 3 || value === 5 ? value : null);

/** Design rating of a control by the account's criteria; a control may override the weights. */
export function controlDesign(
  values: ItemValues | undefined,
  criteria: readonly DesignCriterion[],
): ControlDesign {
  let answered = 0;
  let weights = 0;
  let sum = 0;
  const judged = criteria.map(({ code, weight: usual }): JudgedCriterion => {
    const value = gradeOf(values?.[`design.${code}.value`]);
    const own = values?.[`design.${code}.weight`];
    const weight = typeof own === 'number' ? own : usual;
    if (value !== null) {
      answered += 1;
      weights += weight;
      sum += weight * value;
    }
    return { code, weight, value };
  });
  const isWhole = answered > 0 && answered === criteria.length;
  return {
    criteria: judged,
    answered,
    score: isWhole ? Math.round((sum * 100) / weights) / 100 : null,
    grade: isWhole ? gradeOfMean(sum, weights) : null,
  };
}

/** Compared without division, in whole numbers: a mean just under 2 must not round up to 2. */
const gradeOfMean = (sum: number, weights: number): Grade =>
  sum < 2 * weights ? 1 : sum < 4 * weights ? 3 : 5;

/**
 * Whether a test's result counts: it is completed. A review note questions the result but keeps it; an edit
 * reopens the test.
 */
export const isTested = (status: ItemStatus | null): boolean =>
  status === 'completed' || status === 'reviewed' || status === 'review_note';

export interface TestResult {
  readonly status: ItemStatus | null;
  readonly execution: Grade | null;
}

/** Result of a test, from its values. */
export const testResultOf = (node: {
  readonly status: ItemStatus | null;
  readonly values?: ItemValues | undefined;
}): TestResult => ({ status: node.status, execution: gradeOf(node.values?.['execution']) });

/** The lowest result of the completed tests; null without completed tests. */
export function validationStrength(tests: readonly TestResult[]): Grade | null {
  let least: Grade | null = null;
  for (const { status, execution } of tests)
    if (execution !== null && isTested(status) && (least === null || execution < least)) least = execution;
  return least;
}

export interface ControlStrength {
  readonly value: Grade | null;
  /** Operating effectiveness has not been tested yet. */
  readonly preliminary: boolean;
  /** The design is so weak that testing is waived. */
  readonly waived: boolean;
}

/** s = min(design, validation); null until the design is rated (domain rules, section 2). */
export function controlStrength(design: Grade | null, validation: Grade | null): ControlStrength {
  if (design === null) return { value: null, preliminary: false, waived: false };
  if (design === 1) return { value: 1, preliminary: false, waived: true };
  if (validation === null) return { value: design, preliminary: true, waived: false };
  return { value: design < validation ? design : validation, preliminary: false, waived: false };
}

/** A control as it counts for its risk. */
export interface CountedControl {
  readonly strength: ControlStrength;
  readonly isKey: boolean;
}

export interface ConsolidatedStrength {
  /** S = mean of s, two decimals; 1 without controls; null while none of them is judged. */
  readonly value: number | null;
  /** At least one control is untested or unrated. */
  readonly preliminary: boolean;
  /** Numerator of the unrounded mean, from which the residual risk is computed. */
  readonly sum: number;
  readonly weights: number;
}

/** Consolidated strength of a risk's controls. */
export function consolidatedStrength(
  controls: readonly CountedControl[],
  keyCountsDouble: boolean,
): ConsolidatedStrength {
  if (controls.length === 0) return { value: 1, preliminary: false, sum: 1, weights: 1 };
  let sum = 0;
  let weights = 0;
  let preliminary = false;
  for (const { strength, isKey } of controls) {
    if (strength.value === null || strength.preliminary) preliminary = true;
    if (strength.value === null) continue;
    const weight = keyCountsDouble && isKey ? 2 : 1;
    sum += weight * strength.value;
    weights += weight;
  }
  if (weights === 0) return { value: null, preliminary: true, sum: 0, weights: 0 };
  return { value: Math.round((sum * 100) / weights) / 100, preliminary, sum, weights };
}

export type PillColour = 'red' | 'yellow' | 'green';

/** Colour of a strength: 1 red, 3 yellow, 5 green; a mean below 2 red, below 4 yellow. */
export function strengthColour(strength: number): PillColour {
  if (strength < 2) return 'red';
  return strength < 4 ? 'yellow' : 'green';
}
