import type { ItemId, ItemType, RecordType } from '@cotejo/audits-contracts';
import { allowedChildren, type TreeNode } from '@cotejo/audits-domain';
import { Toolbar, useCommands, useFormat, useSearchKey, type Command } from '@cotejo/ui';
import { Button, Indicator, Menu, TextInput } from '@mantine/core';
import { atom, useAtom, useAtomValue } from 'jotai';
import {
  FoldVertical,
  History,
  Inbox,
  Keyboard,
  Plus,
  Redo2,
  Search,
  Undo2,
  UnfoldVertical,
  X,
} from 'lucide-react';
import { memo, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { rightsAtom, trayAtom, treeAtom, undoAtom } from '../../session/session-atoms.ts';
import { ColumnsMenu } from '../grid/columns-menu.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { ExplainedProgress } from '../grid/explained-progress.tsx';
import { filterAtom, focusedAtom } from '../plan-atoms.ts';
import { usePlan } from '../plan-context.ts';
import styles from './plan-tools.module.css';
import { ToolButton } from './tool-button.tsx';
import type { ColumnChoice } from '../grid/use-columns.ts';

const totalAtom = atom((get) => get(treeAtom).progress);

interface PlanToolbarProps {
  readonly choice: ColumnChoice;
  readonly recordType: RecordType;
  readonly onExpand: () => void;
  readonly onCollapse: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onKeys: () => void;
}

/** Toolbar: filters at the start, plan commands at the end. */
export const PlanToolbar = memo(function PlanToolbar(props: PlanToolbarProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, openPanel } = usePlan();
  const { canUndo, canRedo } = useAtomValue(undoAtom);
  useAtomValue(rightsAtom);
  const isEditable = session.mode === 'edit';
  useToolCommands(props, { canUndo: isEditable && canUndo, canRedo: isEditable && canRedo });

  return (
    <div className={styles.toolbarRoom}>
      <Toolbar
        label={t('plan.tools')}
        end={
          <>
            <Total />
            <Rejected onOpen={() => openPanel('rechazados')} />
            {isEditable && <AddMenu />}
          </>
        }
      >
        <SearchField />
        <FilterMenu />
        <div className={styles.tools}>
          <ColumnsMenu choice={props.choice} recordType={props.recordType} />
          <ToolButton label={t('plan.expand')} icon={UnfoldVertical} onClick={props.onExpand} />
          <ToolButton label={t('plan.collapse')} icon={FoldVertical} onClick={props.onCollapse} />
          {isEditable && (
            <>
              <ToolButton label={t('plan.undo')} icon={Undo2} onClick={props.onUndo} disabled={!canUndo} />
              <ToolButton label={t('plan.redo')} icon={Redo2} onClick={props.onRedo} disabled={!canRedo} />
            </>
          )}
          <ToolButton label={t('history.title')} icon={History} onClick={() => openPanel('historial')} />
          <span className={styles.wideOnly}>
            <ToolButton label={t('keys.title')} icon={Keyboard} onClick={props.onKeys} />
          </span>
        </div>
      </Toolbar>
    </div>
  );
});

/** Offers the buttons of the toolbar in the palette of commands. */
function useToolCommands(
  { onExpand, onCollapse, onUndo, onRedo, onKeys }: PlanToolbarProps,
  { canUndo, canRedo }: { readonly canUndo: boolean; readonly canRedo: boolean },
): void {
  const { t } = useTranslation('audits-web');
  useCommands(
    useMemo(() => {
      const commands: Command[] = [
        { key: 'expand', label: t('plan.expand'), icon: UnfoldVertical, run: onExpand },
        { key: 'collapse', label: t('plan.collapse'), icon: FoldVertical, run: onCollapse },
        { key: 'undo', label: t('plan.undo'), icon: Undo2, keys: 'mod+z', run: onUndo },
        { key: 'redo', label: t('plan.redo'), icon: Redo2, keys: 'mod+shift+z', run: onRedo },
        { key: 'keys', label: t('keys.title'), icon: Keyboard, keys: '?', run: onKeys },
      ];
      const isOffered = ({ key }: Command) => (key !== 'undo' || canUndo) && (key !== 'redo' || canRedo);
      return { label: t('plan.tools'), commands: commands.filter(isOffered) };
    }, [t, onExpand, onCollapse, onUndo, onRedo, onKeys, canUndo, canRedo]),
  );
}

function SearchField() {
  const { t } = useTranslation('audits-web');
  const { focusTree } = usePlan();
  const [filter, setFilter] = useAtom(filterAtom);
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(field);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && filter.text !== '') setFilter({ ...filter, text: '' });
    else if (event.key === 'ArrowDown') {
      field.current?.blur();
      focusTree();
    } else return;
    event.preventDefault();
  };
  return (
    <TextInput
      ref={field}
      className={styles.search}
      aria-label={t('plan.filter')}
      placeholder={t('plan.filter')}
      leftSection={<Search size={14} aria-hidden />}
      rightSection={
        filter.text !== '' && (
          <button
            type="button"
            className={styles.clearSearch}
            aria-label={t('filter.clear_text')}
            onClick={() => {
              setFilter({ ...filter, text: '' });
              field.current?.focus();
            }}
          >
            <X size={13} aria-hidden />
          </button>
        )
      }
      value={filter.text}
      onChange={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}

/** Progress of the whole audit. */
function Total() {
  const format = useFormat();
  const progress = useAtomValue(totalAtom);
  if (progress === null) return null;
  return (
    <span className={`num ${styles.total}`}>
      <ExplainedProgress id={null}>{format.percent(progress)}</ExplainedProgress>
    </span>
  );
}

function Rejected({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('audits-web');
  const tray = useAtomValue(trayAtom);
  if (tray.length === 0) return null;
  return (
    <Indicator label={tray.length} size={16} color="red" zIndex={1}>
      <Button variant="default" leftSection={<Inbox size={15} aria-hidden />} onClick={onOpen}>
        {t('tray.open')}
      </Button>
    </Indicator>
  );
}

interface AddGroup {
  readonly label: string;
  readonly parent: ItemId | null;
  readonly types: readonly ItemType[];
}

/** Menu of item types that can be added at the focused row. */
function AddMenu() {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const [isChosen, setIsChosen] = useState(false);
  useAtomValue(rightsAtom);
  if (!session.can('plan.treeitem__add')) return null;
  return (
    // The name field of the draft takes the focus; the menu button must not take it back.
    <Menu position="bottom-end" withinPortal returnFocus={!isChosen} onOpen={() => setIsChosen(false)}>
      <Menu.Target>
        <Button leftSection={<Plus size={15} aria-hidden />}>{t('plan.add')}</Button>
      </Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflow: 'auto' }}>
        <AddChoices onChoose={() => setIsChosen(true)} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Types allowed inside the focused row, beside it, or at the top level. Computed only while the menu is open. */
function AddChoices({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, startAdd } = usePlan();
  const focused = useAtomValue(focusedAtom);
  // Subscription: the choices depend on the tree and are computed again when it changes.
  useAtomValue(treeAtom);
  const { view } = session;
  const node = focused === null ? undefined : view.get(focused);
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
        {group.types.map((type) => (
          <Menu.Item
            key={type}
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
