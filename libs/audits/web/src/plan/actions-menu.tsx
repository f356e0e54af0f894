import { allowedChildren, isFixed } from '@cotejo/audits-domain';
import { Shortcut } from '@cotejo/ui';
import { Menu } from '@mantine/core';
import { CornerDownRight, FolderInput, PanelRight, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TreeRow } from '../session/tree-rows.ts';
import { usePlan } from './plan-context.ts';
import styles from './plan.module.css';
import type { RowMenuProps } from './status-menu.tsx';

/** What can be done with a row; what may not be done by this person is not offered. */
export function ActionsMenu({ row, opened, onClose, children }: RowMenuProps) {
  if (!opened) return children;
  return (
    <Menu opened onClose={onClose} position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflow: 'auto' }}>
        <Actions row={row} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Actions({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, setDraft, setRenaming, askMove, askDelete, openItem } = usePlan();
  const { node } = row;
  const rights = { createdBy: node.createdBy, assignee: node.assignee };
  const isEditable = session.mode === 'edit';
  const mayChange = isEditable && !isFixed(session.view, node);
  const children =
    isEditable && session.can('plan.treeitem__add')
      ? allowedChildren(session.view.recordType, node.type)
      : [];
  return (
    <>
      <Menu.Item
        leftSection={<PanelRight size={15} aria-hidden />}
        rightSection={<Shortcut keys="Enter" />}
        onClick={() => openItem(row.id)}
      >
        {t('plan.open')}
      </Menu.Item>
      {mayChange && session.can('plan.treeitem__edit', rights) && (
        <Menu.Item
          leftSection={<Pencil size={15} aria-hidden />}
          rightSection={<Shortcut keys="F2" />}
          onClick={() => setRenaming(row.id)}
        >
          {t('plan.rename')}
        </Menu.Item>
      )}
      {mayChange && session.can('plan.treeitem__move', rights) && (
        <Menu.Item
          leftSection={<FolderInput size={15} aria-hidden />}
          rightSection={<Shortcut keys="M" />}
          onClick={() => askMove(row.id)}
        >
          {t('plan.move_to')}
        </Menu.Item>
      )}
      {children.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>{t('plan.add_inside')}</Menu.Label>
          {children.map((type) => (
            <Menu.Item
              key={type}
              leftSection={<CornerDownRight size={15} aria-hidden />}
              onClick={() => setDraft({ parent: row.id, type })}
            >
              {t(`audits-contracts:itemType.${type}`)}
            </Menu.Item>
          ))}
        </>
      )}
      {mayChange && session.can('plan.treeitem__delete', rights) && (
        <>
          <Menu.Divider />
          <Menu.Item
            className={styles.destroy}
            leftSection={<Trash2 size={15} aria-hidden />}
            rightSection={<Shortcut keys={t('plan.delete_key')} />}
            onClick={() => askDelete(row.id)}
          >
            {t('plan.delete')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
