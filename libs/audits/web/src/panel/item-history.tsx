import { ErrorState, TableSkeleton } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeList } from '../history/change-list.tsx';
import { RestoreButton } from '../history/restore-button.tsx';
import { TextChange } from '../history/text-change.tsx';
import { useItemHistory } from '../history/use-item-history.ts';
import { usePlan } from '../plan/plan-context.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import styles from './item-panel.module.css';

/** Changes shown beside an item; the change log has the rest. */
const SHOWN = 8;

/** Changes of one item, newest first; loaded only when the section is expanded. */
export function ItemHistory({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { audit, session, contents } = usePlan();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (!session.can('plan.history')) return null;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>
        <button
          type="button"
          className={styles.disclosure}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={14} aria-hidden />
          {t('panel.history')}
        </button>
      </h3>
      <div id={id}>
        {isOpen && (
          <>
            <Changes row={row} />
            {contents.History && <contents.History auditId={audit.id} itemId={row.id} />}
          </>
        )}
      </div>
    </section>
  );
}

function Changes({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { openPanel } = usePlan();
  const history = useItemHistory(row.id, row.node.version);
  if (history.isPending) return <TableSkeleton />;
  if (history.isError)
    return <ErrorState text={history.error.message} onRetry={() => void history.refetch()} />;
  return (
    <>
      <ChangeList
        rows={history.data.slice(0, SHOWN)}
        label={t('panel.history')}
        Detail={TextChange}
        Restore={RestoreButton}
      />
      <Button variant="subtle" size="xs" onClick={() => openPanel('historial', row.id)}>
        {t('panel.history_all')}
      </Button>
    </>
  );
}
