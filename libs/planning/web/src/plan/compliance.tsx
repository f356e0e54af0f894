import { plannedAudit, type AnnualPlanRow, type PlannedAuditRow } from '@cotejo/planning-contracts';
import { planCompliance } from '@cotejo/planning-domain';
import { stateFromRow } from '@cotejo/record';
import { useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { useClosedAudits } from './use-closed-audits.ts';

interface ComplianceProps {
  readonly plan: AnnualPlanRow;
  readonly rows: readonly PlannedAuditRow[];
}

/** How much of the approved plan that is due is closed; nothing for who may not see all of its audits. */
export function Compliance({ plan, rows }: ComplianceProps) {
  const { t } = useTranslation('planning-web-plan');
  const format = useFormat();
  const closed = useClosedAudits(plan.year);
  const isWhole = rows.every(({ audit }) => audit === null || audit.name !== null);
  if (closed === null || !isWhole) return null;
  const states = rows.map((row) => stateFromRow(plannedAudit, row));
  const found = planCompliance(states, plan, (id) => closed.has(id), format.isoDay(new Date()));
  if (found === null) return <span>{t('compliance.nothing_due')}</span>;
  return (
    <span>
      {t('compliance.of', {
        percent: Math.floor((100 * found.closed) / found.due),
        closed: found.closed,
        count: found.due,
      })}
    </span>
  );
}
