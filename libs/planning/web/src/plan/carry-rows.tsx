import { perform } from '@cotejo/http/client';
import { plannedAudit, plannedAuditCalls, type AnnualPlanRow } from '@cotejo/planning-contracts';
import { carriedRow, isCarried } from '@cotejo/planning-domain';
import { rowFromWire, stateFromRow, toWire } from '@cotejo/record';
import { notify, useErrorText, useWorkspace } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { CopyPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface CarryRowsProps {
  /** A draft without rows. */
  readonly plan: AnnualPlanRow;
  /** The plan whose rows it may begin with. */
  readonly from: AnnualPlanRow;
}

/** Begins a year's plan with the rows of an earlier one; they come by the list's feed. */
export function CarryRows({ plan, from }: CarryRowsProps) {
  const { t } = useTranslation('planning-web-plan');
  const { api } = useWorkspace();
  const failure = useErrorText();
  const [isBusy, setBusy] = useState(false);
  const carry = async () => {
    setBusy(true);
    const failed: string[] = [];
    let carried = 0;
    try {
      const { filas } = await perform(api, plannedAuditCalls().list, { query: { plan: from.id } });
      const rows = filas.map((each) => rowFromWire(plannedAudit, each)).filter(isCarried);
      for (const row of rows) {
        const body = toWire(plannedAudit, carriedRow(stateFromRow(plannedAudit, row), from, plan));
        try {
          await perform(api, plannedAuditCalls().create, { body });
          carried += 1;
        } catch (error) {
          // The other rows are independent of this one.
          failed.push(`${row.subject}: ${failure(error)}`);
        }
      }
      if (failed.length > 0) notify.error(t('carry.failed', { rows: failed.join(' · ') }));
      if (carried > 0) notify.success(t('carry.done', { count: carried, year: from.year }));
      else if (failed.length === 0) notify.info(t('carry.none', { year: from.year }));
    } catch (error) {
      notify.error(failure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="light"
      leftSection={<CopyPlus size={15} aria-hidden />}
      loading={isBusy}
      onClick={() => void carry()}
    >
      {t('carry.rows', { year: from.year })}
    </Button>
  );
}
