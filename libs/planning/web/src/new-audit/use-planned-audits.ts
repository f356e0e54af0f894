import { CONTRACT_RECORD_TYPE } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { plannedAudit, plannedAuditCalls } from '@cotejo/planning-contracts';
import { plannedDays } from '@cotejo/planning-domain';
import { rowFromWire } from '@cotejo/record';
import { useWorkspace } from '@cotejo/ui';
import { useMemo } from 'react';

/** What the wizard of audits asks of the rows of a year's plan, and tells them. */
export function usePlannedAudits() {
  const { api } = useWorkspace();
  return useMemo(
    () => ({
      read: async (id: string, signal: AbortSignal) => {
        const calls = plannedAuditCalls();
        const row = rowFromWire(plannedAudit, await perform(api, calls.read, { params: { id } }, { signal }));
        const year = Number(row.plan.name);
        const days = plannedDays(row, year);
        if (row.status !== 'planned' || days === null) return null;
        return {
          ...{ row: id, name: row.subject, kind: CONTRACT_RECORD_TYPE[row.kind], year },
          ...{ start: days.from, end: days.to, minutes: row.minutes, cost: row.cost },
          // An audit that was added to the approved plan is a special one.
          frequency: row.origin === 'added' ? ('ESP' as const) : ('PRG' as const),
          leader: row.leader?.id ?? null,
          team: (row.team ?? []).map((person) => person.id),
        };
      },
      link: async (id: string, audit: string) => {
        await perform(api, plannedAuditCalls().link, { params: { id }, body: { auditoria: audit } });
      },
    }),
    [api],
  );
}
