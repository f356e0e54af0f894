import type { TreeNode } from '@cotejo/audits-domain';
import { useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { useItemHistory } from '../history/use-item-history.ts';
import { usePlan } from '../plan/plan-context.ts';
import { isCompleted, isReviewed, signaturesOf, type Signature } from './signatures-of.ts';
import styles from './signatures.module.css';

/** Who completed an item and who reviewed it, each with the moment; read once it is to be seen. */
export function SignatureLines({ node }: { readonly node: TreeNode }) {
  const { session } = usePlan();
  return session.can('plan.history') ? <WithMoments node={node} /> : <Lines node={node} />;
}

function WithMoments({ node }: { readonly node: TreeNode }) {
  const history = useItemHistory(node.id, node.version);
  const { completed, reviewed } = signaturesOf(node, history.data ?? []);
  return <Lines node={node} completed={completed} reviewed={reviewed} />;
}

interface LinesProps {
  readonly node: TreeNode;
  readonly completed?: Signature | null;
  readonly reviewed?: Signature | null;
}

function Lines({ node, completed = null, reviewed = null }: LinesProps) {
  const { t } = useTranslation('audits-web');
  const { person } = usePlan();
  const preparer = completed?.by.name ?? person(node.completedBy)?.name;
  return (
    <ul className={styles.lines}>
      <Line
        words={
          !isCompleted(node)
            ? t('plan.not_completed')
            : preparer === undefined
              ? t('plan.completed')
              : t('plan.completed_by', { name: preparer })
        }
        at={completed?.at}
      />
      <Line
        words={
          !isReviewed(node)
            ? t('plan.not_reviewed')
            : reviewed === null
              ? t('plan.reviewed')
              : t('plan.reviewed_by', { name: reviewed.by.name })
        }
        at={reviewed?.at}
      />
    </ul>
  );
}

function Line({ words, at }: { readonly words: string; readonly at: string | undefined }) {
  const format = useFormat();
  return (
    <li>
      {words}
      {at !== undefined && (
        <time dateTime={at} className={`num ${styles.moment}`}>
          {format.dateTime(at)}
        </time>
      )}
    </li>
  );
}
