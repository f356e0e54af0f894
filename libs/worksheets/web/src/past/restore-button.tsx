import type { AuditDetail } from '@cotejo/audits-contracts';
import { useTranslation } from 'react-i18next';
import styles from './past.module.css';
import type { Restoring } from './use-restore.tsx';

interface RestoreButtonProps {
  readonly audit: AuditDetail;
  readonly words: string;
  readonly hint: string;
  /** Name of the restored object. */
  readonly name: string;
  readonly restoring: Restoring;
}

/** Restores past content into the current worksheet, once. */
export function RestoreButton({ audit, words, hint, name, restoring }: RestoreButtonProps) {
  const { t } = useTranslation('worksheets-web');
  const mayEdit = audit.permissions['plan.treeitem__edit'] !== false;
  const reason = mayEdit ? null : t('past.may_not');
  const isDone = restoring.isPending || restoring.isSuccess;
  return (
    <>
      <button
        type="button"
        className={styles.restore}
        aria-disabled={reason !== null || isDone || undefined}
        title={reason ?? hint}
        aria-label={`${words}: ${name}`}
        onClick={() => {
          if (reason === null && !isDone) restoring.start();
        }}
      >
        {words}
      </button>
      {restoring.question}
    </>
  );
}
