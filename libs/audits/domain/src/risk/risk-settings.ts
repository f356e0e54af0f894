/** A range of a scale, from `start` up to but excluding `end`; the last range includes its end. */
export interface RiskRange {
  /** Code of a standard level, whose name is translated; custom levels have a name instead. */
  readonly code: string;
  /** Null = the translated name of the code. */
  readonly name: string | null;
  readonly colour: string;
  readonly start: number;
  readonly end: number;
}

/** Criterion of a control's design, with its weight: 1–10. */
export interface DesignCriterion {
  readonly code: string;
  readonly name: string | null;
  readonly weight: number;
}

/** How controls reduce a risk: by a percentage, or by moving it in the matrix. */
export type ResidualMethod = 'percentage' | 'quadrants';

/** Risk settings of an account, or the copy of them that an audit took. */
export interface RiskSettings {
  readonly ranges: readonly RiskRange[];
  readonly criteria: readonly DesignCriterion[];
  /** Whether key controls have double weight in the consolidated strength. */
  readonly keyCountsDouble: boolean;
  readonly residualMethod: ResidualMethod;
}

/** Highest inherent risk: 5 × 5. */
export const HIGHEST_RISK = 25;

const criterion = (code: string, weight: number): DesignCriterion => ({ code, name: null, weight });

/** Initial settings of every account (domain rules, sections 1–3). */
export const DEFAULT_RISK_SETTINGS: RiskSettings = {
  ranges: [
    { code: 'low', name: null, colour: 'green', start: 0, end: 5 },
    { code: 'medium', name: null, colour: 'yellow', start: 5, end: 15 },
    { code: 'high', name: null, colour: 'red', start: 15, end: HIGHEST_RISK },
  ],
  criteria: [
    criterion('purpose', 10),
    criterion('owner', 8),
    criterion('segregation', 8),
    criterion('frequency', 6),
    criterion('procedure', 6),
    criterion('deviations', 8),
    criterion('evidence', 6),
  ],
  keyCountsDouble: false,
  residualMethod: 'percentage',
};

/** Why settings cannot be saved; `at` is the index of the range or criterion. */
export interface SettingsFault {
  readonly code:
    | 'no_ranges'
    | 'range_empty'
    | 'range_not_a_number'
    | 'range_gap'
    | 'range_overlap'
    | 'ranges_start'
    | 'ranges_end'
    | 'code_repeated'
    | 'no_criteria'
    | 'weight_out_of_bounds';
  readonly at: number;
}

/** Faults of a list of ranges, which must cover 0 to 25 without gap or overlap. Empty = valid. */
export function rangeFaults(ranges: readonly RiskRange[]): readonly SettingsFault[] {
  const faults: SettingsFault[] = [];
  if (ranges.length === 0) return [{ code: 'no_ranges', at: 0 }];
  let reached = 0;
  for (const [at, { start, end }] of ranges.entries()) {
    if (!Number.isFinite(start) || !Number.isFinite(end)) return [{ code: 'range_not_a_number', at }];
    if (end <= start) faults.push({ code: 'range_empty', at });
    if (start !== reached)
      faults.push({ code: at === 0 ? 'ranges_start' : start > reached ? 'range_gap' : 'range_overlap', at });
    reached = end;
  }
  if (reached !== HIGHEST_RISK) faults.push({ code: 'ranges_end', at: ranges.length - 1 });
  return [...faults, ...repeated(ranges)];
}

/** Faults of a list of criteria; weights are integers, 1–10. */
export function criteriaFaults(criteria: readonly DesignCriterion[]): readonly SettingsFault[] {
  if (criteria.length === 0) return [{ code: 'no_criteria', at: 0 }];
  const outside = criteria.flatMap(({ weight }, at): SettingsFault[] =>
    Number.isInteger(weight) && weight >= 1 && weight <= 10 ? [] : [{ code: 'weight_out_of_bounds', at }],
  );
  return [...outside, ...repeated(criteria)];
}

function repeated(list: readonly { readonly code: string }[]): readonly SettingsFault[] {
  return list.flatMap(({ code }, at): SettingsFault[] =>
    list.findIndex((other) => other.code === code) < at ? [{ code: 'code_repeated', at }] : [],
  );
}
