import { itemTitle } from '@cotejo/audits-domain';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import fieldStyles from '../fields/fields.module.css';
import { useOfAudit, useWorksheetHost } from '../host/worksheet-host.ts';

/** The worksheet that a finding came out of, a press away. */
export function RelatedWorksheet() {
  const { t } = useTranslation('worksheets-contracts');
  const { itemId, openItem, session } = useWorksheetHost();
  const parent = useOfAudit(useCallback((view) => view.get(itemId)?.place[0] ?? null, [itemId]));
  const node = parent === null ? undefined : session.view.get(parent);
  if (parent === null || !node) return null;
  return (
    <div className={fieldStyles.field} data-wide>
      <span className={fieldStyles.label}>{t('fact.worksheet')}</span>
      <span>
        <button type="button" className={fieldStyles.link} onClick={() => openItem(parent)}>
          {itemTitle(session.view, node)}
        </button>
      </span>
    </div>
  );
}
