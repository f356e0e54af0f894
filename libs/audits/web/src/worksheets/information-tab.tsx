import { ItemFacts } from '../panel/item-facts.tsx';
import { ItemHistory } from '../panel/item-history.tsx';
import styles from '../panel/item-panel.module.css';
import { ItemRecord } from '../panel/item-record.tsx';
import { LinkTarget, SeenThrough, SharedIn } from '../panel/item-sharing.tsx';
import { FindingTreatment, PlanTreatment } from '../panel/item-treatment.tsx';
import { RiskProfileFields } from '../panel/risk-profile.tsx';
import { usePlan } from '../plan/plan-context.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { pathOf } from './path-of.ts';

interface InformationTabProps {
  readonly row: TreeRow;
  /** The reference through which the worksheet was opened. */
  readonly through: TreeRow | null;
}

/** First tab of a worksheet: the fields of the item's type, and the facts that all items have. */
export function InformationTab({ row, through }: InformationTabProps) {
  const { audit, session, contents } = usePlan();
  const { node } = row;
  const Fields = contents.byType[node.type]?.Information;
  const path = pathOf(session.view, (through ?? row).id);
  return (
    <>
      {path.length > 0 && <p className={styles.path}>{path.join(' › ')}</p>}
      {through && <SeenThrough reference={through} />}
      <ItemFacts row={row} />
      {node.type === 'finding' && <FindingTreatment row={row} />}
      {node.type === 'action_plan' && <PlanTreatment row={row} />}
      <RiskProfileFields row={row} />
      {Fields && <Fields auditId={audit.id} itemId={row.id} />}
      <ItemRecord row={row} />
      <LinkTarget row={row} />
      <SharedIn row={row} />
      <ItemHistory row={row} />
    </>
  );
}
