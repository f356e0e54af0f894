import type { AnnualPlanRow } from '@cotejo/planning-contracts';
import {
  columnsOf,
  RecordForm,
  RecordPanel,
  useRecordActs,
  useRecordWords,
  type RecordRow,
} from '@cotejo/record/client';
import { useState } from 'react';
import { PLAN_RULES, type Plans } from './use-plans.ts';

const { record } = PLAN_RULES;
const SHOWN = ['status', 'approvedOn', 'minutesReference', 'returnReason', 'notes'];
const COLORS = { status: { draft: 'gray', sent: 'yellow', approved: 'green' } };
const NO_REFERENCES = {};

interface PlanPanelProps {
  readonly plans: Plans;
  readonly plan: AnnualPlanRow;
  readonly onClose: () => void;
}

/** A year's plan with its history, and its way through the committee. */
export function PlanPanel({ plans, plan, onClose }: PlanPanelProps) {
  const words = useRecordWords('planning-web-plan');
  const acts = useRecordActs(PLAN_RULES, words, plans.rows.put);
  const [asked, setAsked] = useState<string | null>(null);
  const row = plan as unknown as RecordRow;
  const onAct = (act: string) => {
    const isPlain = act !== 'change' && record.acts[act]?.body === undefined;
    if (!isPlain) setAsked(act);
    // `tryAct` shows the refusal itself.
    else void acts.tryAct(row, act).catch(() => undefined);
  };
  return (
    <>
      <RecordPanel
        record={record}
        words={words}
        id={row.id}
        row={row}
        columnsOf={(one) => columnsOf(record, [one], { words, colors: COLORS, shown: SHOWN, hidden: '' })}
        nameField="year"
        openFor={acts.openFor}
        onAct={(_, act) => onAct(act)}
        onClose={onClose}
      />
      {asked !== null && (
        <RecordForm
          record={record}
          words={words}
          act={asked}
          row={row}
          layout={asked === 'change' ? ['notes'] : Object.keys(record.acts[asked]?.body ?? {})}
          references={NO_REFERENCES}
          send={async (body) => void (await acts.act(row, asked, body))}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
