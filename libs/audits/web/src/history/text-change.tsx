import type { ChangeRow, ItemId } from '@cotejo/audits-contracts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import styles from './change-log-panel.module.css';

/** What a change did to a text, unfolded on request; nothing for other changes. */
export function TextChange({ row: { type, item, detail } }: { readonly row: ChangeRow }) {
  const { t } = useTranslation('audits-web');
  const { audit, contents } = usePlan();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { field, rev } = detail;
  const { TextChange: Difference } = contents;
  if (type !== 'TextRevised' || item === null || Difference === undefined) return null;
  if (typeof field !== 'string' || typeof rev !== 'number') return null;
  return (
    <>
      <button
        type="button"
        className={styles.restore}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'history.hide_change' : 'history.show_change')}
      </button>
      <div id={id}>
        {isOpen && <Difference audit={audit} itemId={item.id as ItemId} field={field} rev={rev} />}
      </div>
    </>
  );
}
