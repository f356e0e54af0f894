import { itemTitle, raisedFor } from '@cotejo/audits-domain';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import fieldStyles from '../fields/fields.module.css';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';

/** Link to the worksheet for which a finding was raised, which may be a higher ancestor than its parent. */
export function RelatedWorksheet() {
  const { t } = useTranslation('worksheets-contracts');
  const { itemId, openItem, session } = useWorksheetHost();
  const worksheet = useOfAudit(useCallback((view) => raisedFor(view, itemId), [itemId]));
  const node = worksheet === null ? undefined : session.view.get(worksheet);
  if (worksheet === null || !node) return null;
  return (
    <div className={fieldStyles.field} data-wide>
      <span className={fieldStyles.label}>{t('fact.worksheet')}</span>
      <span>
        <button type="button" className={fieldStyles.link} onClick={() => openItem(worksheet)}>
          {itemTitle(session.view, node)}
        </button>
      </span>
    </div>
  );
}
