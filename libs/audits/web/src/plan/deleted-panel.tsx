import type { ItemId } from '@cotejo/audits-contracts';
import { alive, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import { EmptyState, SidePanel } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { treeAtom } from '../session/session-atoms.ts';
import { usePlan } from './plan-context.ts';
import styles from './plan.module.css';

/** Items deleted by themselves, latest first; what only hangs under them comes back with them. */
export function deletedItems(view: AuditView): TreeNode[] {
  const deleted: TreeNode[] = [];
  const waiting: ItemId[] = [...view.childrenOf(null)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = view.get(id);
    if (!node) continue;
    if (node.deleted !== null) deleted.push(node);
    waiting.push(...view.childrenOf(id));
  }
  return deleted.sort((a, b) => (b.deleted ?? 0) - (a.deleted ?? 0));
}

/** What was deleted from this plan, to be brought back. */
export function DeletedPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, act, person } = usePlan();
  // Read again with every change that is shown.
  useAtomValue(treeAtom);
  const { view } = session;
  const items = deletedItems(view);
  return (
    <SidePanel opened title={t('deleted.title')} onClose={onClose}>
      {items.length === 0 && <EmptyState icon={Trash2} title={t('deleted.empty')} />}
      <ul className={styles.tray} aria-label={t('deleted.title')}>
        {items.map((node) => {
          const parent = node.place[0];
          const mayRestore =
            session.mode === 'edit' &&
            !node.derived &&
            alive(view, parent) &&
            session.can('plan.treeitem__restore', { createdBy: node.createdBy, assignee: node.assignee });
          return (
            <li key={node.id} className={styles.refused}>
              <p className={styles.refusedWhat}>
                {node.code !== null && <span className="code">{node.code}</span>} <b>{node.name}</b>
              </p>
              <p className={styles.hint}>
                {t(`audits-contracts:itemType.${node.type}`)}
                {parent !== null && ` · ${view.get(parent)?.name ?? ''}`}
                {` · ${person(node.changedBy)?.name ?? ''}`}
              </p>
              <Button
                size="compact-sm"
                variant="default"
                disabled={!mayRestore}
                onClick={() => act({ kind: 'restore_item', id: node.id })}
              >
                {t('deleted.restore')}
              </Button>
            </li>
          );
        })}
      </ul>
    </SidePanel>
  );
}
