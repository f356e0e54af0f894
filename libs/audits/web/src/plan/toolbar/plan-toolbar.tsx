import { isAudit, type RecordType } from '@cotejo/audits-contracts';
import { Toolbar, useCommands, useFormat, type Command } from '@cotejo/ui';
import { Button, Indicator } from '@mantine/core';
import { atom, useAtom, useAtomValue } from 'jotai';
import {
  Ellipsis,
  FoldVertical,
  Inbox,
  Keyboard,
  Plus,
  Redo2,
  Undo2,
  UnfoldVertical,
  UserRound,
} from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { rightsAtom, trayAtom, treeAtom, undoAtom } from '../../session/session-atoms.ts';
import { ColumnsMenu } from '../grid/columns-menu.tsx';
import { ExplainedProgress } from '../grid/explained-progress.tsx';
import type { ColumnChoice } from '../grid/use-columns.ts';
import { filterAtom } from '../plan-atoms.ts';
import { usePlan } from '../plan-context.ts';
import { AddMenu } from './add-menu.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { MoreMenu } from './more-menu.tsx';
import styles from './plan-tools.module.css';
import { SearchField } from './search-field.tsx';
import { ToolButton } from './tool-button.tsx';

const totalAtom = atom((get) => get(treeAtom).progress);

export interface PlanToolbarProps {
  readonly choice: ColumnChoice;
  readonly recordType: RecordType;
  /** The toolbar's own commands; those on the record stand beside the tree. */
  readonly commands: readonly Command[];
}

export interface PlanTools {
  readonly onExpand: () => void;
  readonly onCollapse: () => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onKeys: () => void;
}

/** Toolbar: what is shown at the start, what is changed at the end; what is used rarely under «Más». */
export const PlanToolbar = memo(function PlanToolbar({ choice, recordType, commands }: PlanToolbarProps) {
  const { t } = useTranslation('audits-web');
  const { session, openPanel } = usePlan();
  useAtomValue(rightsAtom);
  const isEditable = session.mode === 'edit';
  return (
    <div className={styles.toolbarRoom}>
      <Toolbar
        label={t('plan.tools')}
        isOneLine
        end={
          <>
            <Total />
            <Rejected onOpen={() => openPanel('rechazados')} />
            {isEditable && (
              <AddMenu>
                <Button
                  leftSection={<Plus size={15} aria-hidden />}
                  aria-label={t('plan.add')}
                  className={styles.add}
                >
                  <span className={styles.addWord}>{t('plan.add')}</span>
                </Button>
              </AddMenu>
            )}
          </>
        }
      >
        <SearchField />
        <FilterMenu />
        {isAudit(recordType) && <Mine />}
        <div className={styles.tools}>
          <ColumnsMenu choice={choice} recordType={recordType} />
          {commands
            .filter(({ key }) => key === 'undo' || key === 'redo')
            .map(({ key, label, icon, keys, isOff, run }) => (
              <ToolButton
                key={key}
                label={label}
                icon={icon ?? Undo2}
                shortcut={keys}
                disabled={isOff ?? false}
                onClick={run}
              />
            ))}
          <MoreMenu
            groups={[
              {
                key: 'more',
                label: t('plan.more_tools'),
                lines: commands.flatMap(({ key, label, icon, keys, run }) =>
                  icon && key !== 'undo' && key !== 'redo' ? [{ key, label, icon, shortcut: keys, run }] : [],
                ),
              },
            ]}
          >
            <Button variant="default" className={styles.tool} aria-label={t('plan.more')}>
              <Ellipsis size={16} aria-hidden />
              <span className={styles.toolWord}>{t('plan.more')}</span>
            </Button>
          </MoreMenu>
        </div>
      </Toolbar>
    </div>
  );
});

/** Commands of the toolbar, offered in the palette, too; undo and redo are off where there is nothing to take back. */
export function useToolCommands({
  onExpand,
  onCollapse,
  onUndo,
  onRedo,
  onKeys,
}: PlanTools): readonly Command[] {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const { canUndo, canRedo } = useAtomValue(undoAtom);
  useAtomValue(rightsAtom);
  const isEditable = session.mode === 'edit';
  const commands = useMemo(() => {
    const edits: Command[] = [
      { key: 'undo', label: t('plan.undo'), icon: Undo2, keys: 'mod+z', isOff: !canUndo, run: onUndo },
      { key: 'redo', label: t('plan.redo'), icon: Redo2, keys: 'mod+shift+z', isOff: !canRedo, run: onRedo },
    ];
    const views: Command[] = [
      { key: 'expand', label: t('plan.expand'), icon: UnfoldVertical, run: onExpand },
      { key: 'collapse', label: t('plan.collapse'), icon: FoldVertical, run: onCollapse },
      { key: 'keys', label: t('keys.title'), icon: Keyboard, keys: '?', run: onKeys },
    ];
    return isEditable ? [...edits, ...views] : views;
  }, [t, onExpand, onCollapse, onUndo, onRedo, onKeys, canUndo, canRedo, isEditable]);
  useCommands(
    useMemo(
      () => ({ label: t('plan.tools'), commands: commands.filter(({ isOff }) => isOff !== true) }),
      [t, commands],
    ),
  );
  return commands;
}

/** Shows only the user's own items, beside the other filters. */
export function Mine() {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const [filter, setFilter] = useAtom(filterAtom);
  const { assignees } = filter;
  const isOn = assignees.length === 1 && assignees[0] === session.me;
  return (
    <Button
      variant="default"
      className={styles.tool}
      data-on={isOn || undefined}
      aria-pressed={isOn}
      aria-label={t('filter.mine')}
      title={t('filter.mine_hint')}
      onClick={() => setFilter({ ...filter, assignees: isOn ? [] : [session.me] })}
    >
      <UserRound size={15} aria-hidden />
      <span className={styles.toolWord}>{t('filter.mine')}</span>
    </Button>
  );
}

/** Progress of the whole audit. */
function Total() {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const progress = useAtomValue(totalAtom);
  if (progress === null) return null;
  return (
    <span className={styles.total}>
      <ExplainedProgress id={null}>
        <span className={styles.totalWord}>{t('plan.column.progress')}</span>
        <span className="num">{format.percent(progress)}</span>
      </ExplainedProgress>
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
