import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { allowedChildren, type TreeNode } from '@cotejo/audits-domain';
import { Shortcut } from '@cotejo/ui';
import { Menu, Tooltip } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { rightsAtom, treeAtom } from '../../session/session-atoms.ts';
import { targetAtom } from '../plan-atoms.ts';
import { usePlan } from '../plan-context.ts';
import styles from './plan-tools.module.css';

interface AddGroup {
  readonly label: string;
  readonly parent: ItemId | null;
  readonly types: readonly ItemType[];
}

/** Menu of item types that can be added at the focused row. */
export function AddMenu({ children }: { readonly children: ReactElement }) {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const [isOpen, setOpen] = useState(false);
  const [isChosen, setIsChosen] = useState(false);
  useAtomValue(rightsAtom);
  if (!session.can('plan.treeitem__add')) return null;
  return (
    // The name field of the draft takes the focus; the menu button must not take it back.
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal
      returnFocus={!isChosen}
      onOpen={() => setIsChosen(false)}
    >
      <Tooltip
        disabled={isOpen}
        label={
          <>
            {t('keys.add')} <Shortcut keys="Insert" />
          </>
        }
      >
        <Menu.Target>{children}</Menu.Target>
      </Tooltip>
      <Menu.Dropdown mah="70vh" style={{ overflow: 'auto' }}>
        <AddChoices onChoose={() => setIsChosen(true)} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Types allowed inside the target row, beside it, or at the top level. Computed only while the menu is open. */
function AddChoices({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, startAdd } = usePlan();
  const target = useAtomValue(targetAtom);
  // Subscription: the choices depend on the tree and are computed again when it changes.
  useAtomValue(treeAtom);
  const { view } = session;
  const node = target === null ? undefined : view.get(target);
  const parentId = node?.place[0] ?? null;
  const parent = parentId === null ? undefined : view.get(parentId);
  const groupOf = (of: Pick<TreeNode, 'id' | 'type' | 'name'> | null): AddGroup => ({
    label: of ? t('plan.add_in', { name: of.name }) : t('plan.add_top'),
    parent: of?.id ?? null,
    types: allowedChildren(view.recordType, of?.type ?? null).filter(
      (type) => type !== 'reference' && type !== 'link',
    ),
  });
  const groups = [...(node ? [groupOf(node)] : []), ...(parent ? [groupOf(parent)] : []), groupOf(null)];
  return groups
    .filter((group) => group.types.length > 0)
    .map((group) => (
      <div key={group.parent ?? 'top'}>
        <Menu.Label className={styles.addLabel}>{group.label}</Menu.Label>
        {group.types.map((type, index) => (
          <Menu.Item
            key={type}
            // The key adds the first type within the row.
            rightSection={
              index === 0 && group.parent !== null && group.parent === target && <Shortcut keys="Insert" />
            }
            onClick={() => {
              onChoose();
              startAdd({ parent: group.parent, type });
            }}
          >
            {t(`audits-contracts:itemType.${type}`)}
          </Menu.Item>
        ))}
      </div>
    ));
}
