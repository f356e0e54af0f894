import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { Shortcut } from '@cotejo/ui';
import { Menu } from '@mantine/core';
import { CornerDownRight, PanelRight } from 'lucide-react';
import { useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan, type MenuAnchor } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { ACTION_ICON } from './action-icons.ts';
import styles from './row-menu.module.css';
import { menuOf, type MenuEntry, type RowAction } from './plan-menu.ts';
import { targetName } from './target-words.ts';
import { useMenuFacts } from './use-menu-facts.ts';

/** Key names as used by `handlePlanKey` and the tree; keys with a translated name (Delete) have texts. */
const SHORTCUT: Readonly<Partial<Record<RowAction, string>>> = {
  open: 'Enter',
  rename: 'F2',
  recode: 'shift+F2',
  duplicate: 'mod+d',
  move: 'mod+shift+m',
  paste: 'mod+v',
};

interface RowMenuProps {
  readonly ids: readonly ItemId[];
  readonly at: MenuAnchor;
  readonly onChoose: (action: RowAction, panel?: string) => void;
  readonly onAdd: (type: ItemType) => void;
  readonly onClose: () => void;
}

/** All actions on one row, or on the selection. */
export function RowMenu({ ids, at, onChoose, onAdd, onClose }: RowMenuProps) {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const facts = useMenuFacts();
  // The menu also calls `onClose` after a choice, which must not count as cancelling.
  const isChosen = useRef(false);
  const groups = useMemo(() => menuOf(facts, ids), [facts, ids]);
  const node = ids[0] === undefined ? undefined : session.view.get(ids[0]);
  return (
    <Menu
      opened
      onClose={() => isChosen.current || onClose()}
      position="bottom-start"
      // Placed beside the pointer and shifted upwards as far as needed to be fully visible.
      middlewares={{ flip: false, shift: { padding: 8, crossAxis: true } }}
      withinPortal
      // A scrollable list must contain a focusable element.
      menuItemTabIndex={0}
      // Chosen actions move the focus themselves; closing the menu returns it to the tree.
      returnFocus={false}
    >
      <Menu.Target>
        {/* Only a position; a button because the library sets ARIA attributes that only buttons may have. */}
        <button type="button" aria-hidden tabIndex={-1} className={styles.anchor} style={boxOf(at)} />
      </Menu.Target>
      <Menu.Dropdown
        className={`${styles.dropdown} scroll-edges`}
        aria-label={
          ids.length === 1
            ? t('plan.actions_of', { name: node?.name ?? '' })
            : t('actions.of_many', { count: ids.length })
        }
      >
        {ids.length > 1 && <Menu.Label>{t('actions.of_many', { count: ids.length })}</Menu.Label>}
        {groups.map((group, index) => (
          <Group
            key={index}
            ids={ids}
            entries={group}
            isFirst={index === 0}
            onChoose={(action, panel) => {
              isChosen.current = true;
              onChoose(action, panel);
            }}
            onAdd={(type) => {
              isChosen.current = true;
              onAdd(type);
            }}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function boxOf(at: MenuAnchor): CSSProperties {
  if (!(at instanceof Element)) return { left: at.x, top: at.y };
  const { left, top, width, height } = at.getBoundingClientRect();
  return { left, top, width, height };
}

interface GroupProps {
  /** Rows on which the entries act. */
  readonly ids: readonly ItemId[];
  readonly entries: readonly MenuEntry[];
  readonly isFirst: boolean;
  readonly onChoose: (action: RowAction, panel?: string) => void;
  readonly onAdd: (type: ItemType) => void;
}

function Group({ ids, entries, isFirst, onChoose, onAdd }: GroupProps) {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const [first] = ids;
  const name = first === undefined ? '' : targetName(session.view, first);
  return (
    <>
      {!isFirst && <Menu.Divider />}
      {entries.some(({ action }) => action === 'add') && (
        <Menu.Label>{t('plan.add_inside', { name })}</Menu.Label>
      )}
      {entries.map((each, index) => (
        <Entry
          key={`${each.action} ${each.type ?? each.panel ?? ''}`}
          entry={each}
          // The key adds the first type.
          shortcut={index === 0 && each.action === 'add' ? 'Insert' : undefined}
          deletion={t('actions.delete_named', { count: ids.length, name })}
          onChoose={onChoose}
          onAdd={onAdd}
        />
      ))}
    </>
  );
}

interface EntryProps {
  readonly entry: MenuEntry;
  readonly shortcut: string | undefined;
  /** Label of the deletion, which names what is deleted. */
  readonly deletion: string;
  readonly onChoose: (action: RowAction, panel?: string) => void;
  readonly onAdd: (type: ItemType) => void;
}

function Entry({ entry, shortcut, deletion, onChoose, onAdd }: EntryProps) {
  const { action, type, panel, refusal } = entry;
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { panelsBeside } = usePlan();
  const words = useRejectionText();
  const beside = panelsBeside.find(({ id }) => id === panel);
  const Icon =
    action === 'add'
      ? CornerDownRight
      : action === 'beside'
        ? (beside?.icon ?? PanelRight)
        : ACTION_ICON[action];
  const label =
    action === 'add'
      ? t(`audits-contracts:itemType.${type}`)
      : beside
        ? t(beside.title)
        : action === 'delete'
          ? deletion
          : t(`actions.${action}`);
  const choose = () => {
    if (action === 'add') {
      if (type) onAdd(type);
    } else onChoose(action, panel);
  };
  return (
    <MenuLine
      label={label}
      icon={<Icon size={15} aria-hidden />}
      shortcut={action === 'delete' ? t('plan.delete_key') : action === 'add' ? shortcut : SHORTCUT[action]}
      refusal={refusal && words(refusal)}
      isDanger={action === 'delete'}
      onChoose={choose}
    />
  );
}

interface MenuLineProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly shortcut?: string | undefined;
  /** Reason why it is disabled. */
  readonly refusal: string | null;
  readonly isDanger?: boolean;
  readonly onChoose: () => void;
}

/** Menu line. A refused one stays focusable, to show its reason, but does nothing. */
export function MenuLine({ label, icon, shortcut, refusal, isDanger = false, onChoose }: MenuLineProps) {
  const isRefused = refusal !== null;
  return (
    <Menu.Item
      className={isDanger && !isRefused ? `${styles.line} ${styles.danger}` : styles.line}
      leftSection={icon}
      rightSection={shortcut !== undefined && !isRefused && <Shortcut keys={shortcut} />}
      closeMenuOnClick={!isRefused}
      onClick={isRefused ? undefined : onChoose}
      aria-disabled={isRefused || undefined}
    >
      {label}
      {isRefused && <span className={styles.refusal}>{refusal}</span>}
    </Menu.Item>
  );
}
