import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import styles from './item-panel.module.css';

/**
 * Treatment of a finding: whether the action-plan owner must make a plan; choosing it adds the plan to the
 * tree.
 */
export function FindingTreatment({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { session, act } = usePlan();
  const { treatment } = row.node;
  return (
    <Choice
      label={t('panel.finding_treatment')}
      value={treatment}
      disabled={session.mode === 'read' || !session.can('plan.treeitem__edit')}
      options={[
        { value: 'action_plan', label: t('panel.treatment.action_plan') },
        { value: 'none', label: t('panel.treatment.no_plan') },
      ]}
      onChange={(value) =>
        act({
          kind: 'choose_finding_treatment',
          id: row.id,
          treatment: value === 'none' ? 'none' : 'action_plan',
        })
      }
    />
  );
}

/**
 * Treatment of an action plan: whether the auditor evaluates it; choosing it adds the evaluation to the tree.
 */
export function PlanTreatment({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { session, act } = usePlan();
  return (
    <Choice
      label={t('panel.plan_treatment')}
      value={row.node.treatment}
      disabled={session.mode === 'read' || !session.can('plan.treeitem__edit')}
      options={[
        { value: 'evaluate', label: t('panel.treatment.evaluate') },
        { value: 'none', label: t('panel.treatment.no_evaluation') },
      ]}
      onChange={(value) =>
        act({ kind: 'choose_plan_treatment', id: row.id, treatment: value === 'none' ? 'none' : 'evaluate' })
      }
    />
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string | null;
  readonly disabled: boolean;
  readonly options: { value: string; label: string }[];
  readonly onChange: (value: string) => void;
}

function Choice({ label, value, disabled, options, onChange }: ChoiceProps) {
  return (
    <div className={styles.choice}>
      <span className={styles.label}>{label}</span>
      <SegmentedControl
        aria-label={label}
        size="xs"
        classNames={{ root: styles.segments ?? '', indicator: styles.segment ?? '' }}
        data={options}
        // Undecided: no option is selected.
        value={value ?? ''}
        disabled={disabled}
        onChange={onChange}
      />
    </div>
  );
}
