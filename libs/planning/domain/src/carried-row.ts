import type { AnnualPlan, PlannedAudit } from '@cotejo/planning-contracts';
import { laterBy } from './moved-to.ts';

/** Fields that a row of a new plan takes over as they are. */
const TAKEN = [
  'subject',
  'basis',
  'justification',
  'kind',
  'quarter',
  'minutes',
  'leader',
  'team',
  'cost',
] as const;

/** Whether a row goes on in a later plan: those that left their plan have ways of their own. */
export const isCarried = ({ status }: Pick<PlannedAudit, 'status'>): boolean =>
  status === 'planned' || status === 'created';

/** Values of a row of an earlier plan for the draft of a later year: its days lie as many years later. */
export function carriedRow(
  row: PlannedAudit,
  from: Pick<AnnualPlan, 'year'>,
  target: Pick<AnnualPlan, 'id' | 'year'>,
) {
  const years = target.year - from.year;
  const values = Object.fromEntries(TAKEN.map((name) => [name, row[name]])) as Pick<
    PlannedAudit,
    (typeof TAKEN)[number]
  >;
  return {
    ...values,
    plan: target.id,
    origin: 'planned',
    startDate: row.startDate && laterBy(row.startDate, years),
    endDate: row.endDate && laterBy(row.endDate, years),
  } as const;
}
