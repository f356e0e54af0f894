import type { SignatureMark } from '@cotejo/audits-contracts';
import { marksOn, type TreeNode } from '@cotejo/audits-domain';
import { useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import styles from './signatures.module.css';

/** Who completed an item and who reviewed it, each with the moment. */
export function SignatureLines({ node }: { readonly node: TreeNode }) {
  return (
    <ul className={styles.lines}>
      <Lines node={node} mark="completed" />
      <Lines node={node} mark="reviewed" />
    </ul>
  );
}

const WORDS = {
  completed: { none: 'plan.not_completed', by: 'plan.completed_by' },
  reviewed: { none: 'plan.not_reviewed', by: 'plan.reviewed_by' },
} as const satisfies Record<SignatureMark, object>;

function Lines({ node, mark }: { readonly node: TreeNode; readonly mark: SignatureMark }) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const { person } = usePlan();
  const marks = marksOn(node, mark);
  const { none, by } = WORDS[mark];
  if (marks.length === 0) return <li>{t(none)}</li>;
  return marks.map((one) => (
    <li key={one.by}>
      {t(by, { name: person(one.by)?.name ?? t('plan.somebody') })}
      <time dateTime={one.at} className={`num ${styles.moment}`}>
        {format.dateTime(one.at)}
      </time>
    </li>
  ));
}
