import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorksheetRefusal } from '../fields/use-value.ts';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';
import styles from '../signatures/signatures.module.css';

/** Warning before editing signed content, with the signatures that would be voided. */
export function SignedNotice() {
  const { t } = useTranslation('worksheets-web');
  const { itemId, person } = useWorksheetHost();
  const refusal = useWorksheetRefusal();
  const signatures = useOfAudit(useCallback((view) => view.get(itemId)?.signatures, [itemId]));
  if (!signatures?.length || refusal !== null) return null;
  const names = [...new Set(signatures.map(({ by }) => by))].map((id) => person(id)?.name ?? '');
  return (
    <p className={styles.notice} role="note">
      {t('signature.edit_voids', { names })}
    </p>
  );
}
