import { plannedAudit, type AnnualPlan, type PlannedAudit } from '@cotejo/planning-contracts';
import { rules, type Others } from '@cotejo/record';
import { annualPlanRules } from './annual-plan-rules.ts';

/** Acts on a row by which a plan that is not approved is written. */
const DRAFTING: ReadonlySet<string> = new Set(['change', 'remove', 'restore']);

export const plannedAuditRules = rules(plannedAudit, {
  parent: { rules: annualPlanRules, field: 'plan' },
  states: {
    planned: { link: 'created', postpone: 'postponed', withdraw: 'withdrawn' },
    created: { unlink: 'planned' },
    postponed: { reinstate: 'planned' },
    withdrawn: { reinstate: 'planned' },
  },
  refuse: {
    any: ({ act, parent }) => {
      if (parent.status === 'sent') return 'plan_sent';
      if (parent.status === 'approved') return DRAFTING.has(act) ? 'plan_approved' : null;
      return DRAFTING.has(act) ? null : 'plan_not_approved';
    },
    create: ({ body, parent, others }) => {
      const { origin, changeReason = null } = body;
      if (parent.status === 'sent') return 'plan_sent';
      if (parent.status === 'draft' && origin === 'added') return 'plan_not_approved';
      if (parent.status === 'approved' && (origin === 'planned' || changeReason === null)) {
        return 'plan_reason_needed';
      }
      return wrongMove(body, others) ?? wrongDates(body, parent);
    },
    change: ({ state, body, parent }) => wrongDates({ ...state, ...body }, parent),
    link: ({ state, parent, others }) => {
      const { recordType, year } = others.referred['audit'] ?? {};
      if (recordType !== state.kind) return 'plan_kind_differs';
      return year === parent.year ? null : 'plan_year_differs';
    },
    // Its place in the plan of another year must be given up first.
    reinstate: ({ state, others }) =>
      state.status === 'postponed' && others.isUsed ? 'plan_row_moved' : null,
    amend: ({ state, body, parent }) => {
      if (state.status === 'postponed' || state.status === 'withdrawn') return 'plan_row_out';
      const { reason: _reason, ...values } = body;
      const isEqual = Object.entries(values).every(([name, value]) =>
        isSame(value, state[name as keyof typeof values]),
      );
      return isEqual ? 'plan_nothing_changed' : wrongDates(body, parent);
    },
  },
  fold: {
    PlannedAuditLinked: (state, { audit }) => ({ ...state, audit }),
    PlannedAuditAmended: (state, { reason, ...values }) => ({
      ...withApproved(state),
      ...values,
      changeReason: reason,
    }),
    PlannedAuditPostponed: (state, { reason }) => ({ ...state, changeReason: reason }),
    PlannedAuditWithdrawn: (state, { reason }) => ({ ...state, movedFrom: null, changeReason: reason }),
    PlannedAuditReinstated: (state, { reason }) => ({ ...state, changeReason: reason }),
    PlannedAuditUnlinked: (state, { reason }) => ({ ...state, audit: null, changeReason: reason }),
  },
  derive: {
    term: ({ startDate, quarter }) => (startDate === null ? quarter : quarterOf(startDate)),
    variance: (state) => {
      if (state.status === 'postponed' || state.status === 'withdrawn') return state.status;
      if (state.origin === 'added') return 'added';
      const kinds = changedKinds(state);
      return kinds.length > 1 ? 'several' : (kinds[0] ?? 'none');
    },
  },
});

/** Only a postponed row moves, to another year, and once. */
function wrongMove({ movedFrom = null, plan }: Moved, { referred, isUsed }: Others) {
  if (movedFrom === null) return null;
  const before = referred['movedFrom'];
  if (before?.['status'] !== 'postponed') return 'plan_row_not_postponed';
  if (before['plan'] === plan) return 'plan_same_year';
  return isUsed ? 'plan_row_moved' : null;
}
type Moved = Pick<PlannedAudit, 'plan'> & Partial<Pick<PlannedAudit, 'movedFrom'>>;

interface Dates {
  readonly startDate?: string | null;
  readonly endDate?: string | null;
  readonly quarter?: unknown;
}

function wrongDates({ startDate = null, endDate = null, quarter = null }: Dates, { year }: AnnualPlan) {
  if (startDate === null && endDate === null) return quarter === null ? 'plan_when_missing' : null;
  if (startDate === null || endDate === null) return 'plan_dates_incomplete';
  if (endDate < startDate) return 'plan_dates_reversed';
  return startDate.startsWith(`${year}-`) ? null : 'plan_dates_outside';
}

const MONTHS_OF_QUARTER = 3;
/** Quarter of a day, `yyyy-MM-dd`. */
const quarterOf = (day: string) =>
  (['q1', 'q2', 'q3', 'q4'] as const)[Math.floor((Number(day.slice(5, 7)) - 1) / MONTHS_OF_QUARTER)] ?? 'q4';

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Dates, hours, cost and team of a row, as the committee approved them or as they are. */
export type PlanFigures = Pick<
  PlannedAudit,
  'startDate' | 'endDate' | 'quarter' | 'minutes' | 'leader' | 'team' | 'cost'
>;

/** Whether the row differs from what was approved; hours are never empty and so tell it. */
const hasApproved = (state: PlannedAudit): boolean => state.approvedMinutes !== null;

/** Approved figures of a row of an approved plan; null for one that was added later. */
export const approvedFigures = (state: PlannedAudit): PlanFigures | null => {
  if (state.origin === 'added') return null;
  if (state.approvedMinutes === null) return state;
  return {
    startDate: state.approvedStart,
    endDate: state.approvedEnd,
    quarter: state.approvedQuarter,
    minutes: state.approvedMinutes,
    leader: state.approvedLeader,
    team: state.approvedTeam,
    cost: state.approvedCost,
  };
};

/** Keeps the approved figures before the first amendment. */
const withApproved = (state: PlannedAudit): PlannedAudit =>
  hasApproved(state) || state.origin === 'added'
    ? state
    : {
        ...state,
        approvedStart: state.startDate,
        approvedEnd: state.endDate,
        approvedQuarter: state.quarter,
        approvedMinutes: state.minutes,
        approvedLeader: state.leader,
        approvedTeam: state.team,
        approvedCost: state.cost,
      };

/** Figures in which a row differs from the approved plan, by their kind. */
const KINDS = {
  dates: ['startDate', 'endDate', 'quarter'],
  hours: ['minutes'],
  cost: ['cost'],
  team: ['leader', 'team'],
} as const;

function changedKinds(state: PlannedAudit): readonly (keyof typeof KINDS)[] {
  const approved = approvedFigures(state);
  if (approved === null) return [];
  return (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((kind) =>
    KINDS[kind].some((name) => !isSame(approved[name], state[name])),
  );
}
