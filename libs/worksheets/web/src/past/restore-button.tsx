import type { AuditDetail } from '@cotejo/audits-contracts';
import type { UseMutationResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import styles from './past.module.css';

interface RestoreButtonProps {
  readonly audit: AuditDetail;
  readonly words: string;
  readonly hint: string;
  /** Name of the restored object. */
  readonly name: string;
  readonly restoring: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'isSuccess'>;
}

/** Restores past content into the current worksheet, once. */
export function RestoreButton({ audit, words, hint, name, restoring }: RestoreButtonProps) {
  const { t } = useTranslation('worksheets-web');
  const mayEdit = audit.permissions['plan.treeitem__edit'] !== false;
  const reason = mayEdit ? null : t('past.may_not');
  const isDone = restoring.isPending || restoring.isSuccess;
  return (
    <button
      type="button"
      className={styles.restore}
      aria-disabled={reason !== null || isDone || undefined}
      title={reason ?? hint}
      aria-label={`${words}: ${name}`}
      onClick={() => {
        if (reason === null && !isDone) restoring.mutate();
      }}
    >
      {words}
    </button>
  );
}
