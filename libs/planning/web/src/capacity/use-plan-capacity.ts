import { perform } from '@cotejo/http/client';
import { planCapacityCalls, plannedAudit, type AnnualPlanRow } from '@cotejo/planning-contracts';
import { plannedAuditRules, type Commitment, type PlannedWork } from '@cotejo/planning-domain';
import { stateFromRow, type AnyRecord } from '@cotejo/record';
import { useRecordRows, valueOf, type RecordRow } from '@cotejo/record/client';
import { useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

const RECORD = plannedAuditRules.record as unknown as AnyRecord;

export interface PlanCapacity {
  /** Working minutes of a person on a day of the year or the next. */
  readonly minutesOn: (day: string) => number;
  readonly commitments: readonly Commitment[];
}

/** Working time of a year and hours in open audits; `undefined` until read. */
export function usePlanCapacity(year: number) {
  const { api } = useWorkspace();
  const read = useQuery({
    queryKey: ['planning', 'capacity', year],
    queryFn: ({ signal }) => perform(api, planCapacityCalls.capacity, { params: { ano: year } }, { signal }),
  });
  const { data } = read;
  const capacity = useMemo((): PlanCapacity | undefined => {
    if (data === undefined) return undefined;
    const first = Date.parse(`${year}-01-01`);
    return {
      minutesOn: (day) => data.dias[(Date.parse(day) - first) / DAY_MS] ?? 0,
      commitments: data.compromisos.map(({ usuario, auditoria, minutos }) => ({
        ...{ person: usuario, audit: auditoria, months: minutos },
      })),
    };
  }, [data, year]);
  return { ...read, capacity };
}

const DAY_MS = 86_400_000;

/** Rows of a plan as the rules of capacity take them, live. */
export function usePlannedWork(plan: AnnualPlanRow | null): readonly PlannedWork[] {
  const id = plan?.id ?? null;
  const scope = useMemo(
    () => ({
      query: { plan: id ?? '-' },
      holds: (row: RecordRow) => (valueOf(row, 'plan') as { readonly id: string } | null)?.id === id,
    }),
    [id],
  );
  const { rows } = useRecordRows(RECORD, false, scope);
  return useMemo(() => workOf(rows), [rows]);
}

export const workOf = (rows: readonly RecordRow[]): readonly PlannedWork[] =>
  rows.map((row) => stateFromRow(plannedAudit, row as never));
