import { plannedAudit, type AnnualPlanRow, type PlannedAuditRow } from '@cotejo/planning-contracts';
import { planTotals, type PlanTotals } from '@cotejo/planning-domain';
import { stateFromRow } from '@cotejo/record';
import { useRecordWords } from '@cotejo/record/client';
import { StatusDot, useFormat, type StatusTone } from '@cotejo/ui';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { Compliance } from './compliance.tsx';
import { PlanContext } from './plan-context.ts';

const TONES: Readonly<Record<AnnualPlanRow['status'], StatusTone>> = {
  draft: 'new',
  sent: 'progress',
  approved: 'reviewed',
};

/** Status of a year's plan and its sums: as approved, once it is, and as it stands. */
export function PlanFacts({ rows }: { readonly rows: readonly PlannedAuditRow[] }) {
  const { plan } = use(PlanContext);
  const { t } = useTranslation('planning-web-plan');
  const format = useFormat();
  const words = useRecordWords('planning-web-plan');
  if (plan === null) return null;
  const { approved, current } = planTotals(rows.map((row) => stateFromRow(plannedAudit, row)));
  const sums = ({ audits, minutes, cost }: PlanTotals) =>
    t('sums', { count: audits, hours: format.hours(minutes / 60), cost: format.money(cost) });
  return (
    <>
      <StatusDot tone={TONES[plan.status]} label={words.option('status', plan.status)} strong />
      {plan.approvedOn !== null && (
        <span>{t('approved_by', { day: format.date(plan.approvedOn), minutes: plan.minutesReference })}</span>
      )}
      {plan.returnReason !== null && <span>{t('returned', { reason: plan.returnReason })}</span>}
      {plan.status === 'approved' && <span>{t('approved_sums', { sums: sums(approved) })}</span>}
      <span>{t('current_sums', { sums: sums(current) })}</span>
      {plan.status === 'approved' && <Compliance plan={plan} rows={rows} />}
    </>
  );
}
