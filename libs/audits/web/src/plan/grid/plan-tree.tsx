import { lockOf, stretchesWith } from '@cotejo/audits-domain';
import {
  EmptyState,
  notify,
  TreeSkeleton,
  TreeView,
  useIsPhone,
  type TreeRow as ViewRow,
  type TreeViewHandle,
} from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { FolderTree } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ItemId } from '@cotejo/audits-contracts';
import { overlayAtom, takesKeys } from '../../actions/overlay.ts';
import { itemPath } from '../../list/plan-path.ts';
import { searchTextOf } from '../../session/rows/search-text.ts';
import { treeAtom } from '../../session/session-atoms.ts';
import { SignaturesHint } from '../../signatures/signatures-hint.tsx';
import { fold } from '../../text-search.ts';
import { ColumnHeader } from './column-header.tsx';
import { DraftRow } from './draft-row.tsx';
import { draftAtom, editingAtom, filterAtom, focusedAtom, selectedAtom } from '../plan-atoms.ts';
import { fitting, NAMED_LEAST, type ColumnId } from './plan-columns.ts';
import { usePlan } from '../plan-context.ts';
import { FigureHint } from '../figures/figure-hint.tsx';
import { IcceWizard } from '../late-parts.ts';
import { isFiltering, NO_FILTER, type Filtered, type ShownRow } from '../toolbar/plan-filter.ts';
import styles from './plan-grid.module.css';
import { clickOf, handlePlanKey } from '../plan-keys.ts';
import { PlanIconSheet } from './plan-icons.tsx';
import { PlanRow } from './plan-row.tsx';
import { useRowLook } from './row-look.ts';
import { DRAFT_ID, withDraft } from './rows-with-draft.ts';
import { SelectionBar } from '../toolbar/selection-bar.tsx';
import type { ColumnChoice } from './use-columns.ts';
import { useDropRules } from './use-drop-rules.ts';
import type { Expansions } from './use-expansion.ts';
import { usePlanCommands } from '../use-plan-commands.ts';

interface PlanTreeProps {
  readonly handle: RefObject<TreeViewHandle | null>;
  readonly filtered: Filtered;
  /** Search text that filters the rows. */
  readonly searched: string;
  readonly expansions: Expansions;
  readonly choice: ColumnChoice;
  readonly onKeys: () => void;
}

/** Pixels under the last row, kept free for the selection bar. */
const BAR_ROOM = 56;

/** Column header and rows: rendering, selection, drag and drop, keyboard. */
export function PlanTree(props: PlanTreeProps) {
  const { handle, filtered, searched, expansions, choice, onKeys } = props;
  const { t } = useTranslation('audits-web');
  const phone = useIsPhone();
  const store = useStore();
  const navigate = useNavigate();
  const { session, actions, openItem, openPanel, worksheets } = usePlan();
  const { baseVersion } = useAtomValue(treeAtom);
  const draft = useAtomValue(draftAtom);
  const setFocused = useSetAtom(focusedAtom);
  const setSelected = useSetAtom(selectedAtom);
  const commands = usePlanCommands(onKeys);
  const drops = useDropRules();
  const { ref: sizeRef, width } = useElementSize();
  const grid = useRef<HTMLDivElement>(null);
  const gridRef = useMergedRef(sizeRef, grid);

  const fitted = fitting(choice.columns, width, phone);
  const fit = fitted.map(({ id }) => id).join();
  // The array keeps its identity while the columns are the same; a new one renders every row again.
  // oxlint-disable-next-line react/preserve-manual-memoization
  const columns = useMemo(() => (fit === '' ? [] : (fit.split(',') as ColumnId[])), [fit]);
  const look = useRowLook(columns, searched);
  const [scrollbar, setScrollbar] = useState(0);
  const widths = Object.fromEntries([
    ['--tree-scrollbar', `${scrollbar}px`],
    ...fitted.map((each) => [`--column-${each.id}`, `${each.width}px`]),
  ]) as CSSProperties;
  const narrow = fitted.filter((each) => each.width < (NAMED_LEAST[each.id] ?? 0)).map(({ id }) => id);

  const shown = useMemo(() => withDraft(filtered.rows, draft), [filtered.rows, draft]);
  const renderRow = useCallback(
    (row: ViewRow<ShownRow>) =>
      row.item.id === DRAFT_ID ? <DraftOfPlan /> : <PlanRow row={row} look={look} />,
    [look],
  );
  const canDrag = useCallback(
    (row: ShownRow) =>
      row.id !== DRAFT_ID &&
      session.mode === 'edit' &&
      store.get(editingAtom) === null &&
      lockOf(session.view, row.node, 'move') === null,
    [session, store],
  );
  const follow = useCallback(
    (row: ShownRow) => {
      const { target } = row.node;
      if (target?.audit) void navigate(itemPath(target.audit, target.item));
    },
    [navigate],
  );
  const open = useCallback(
    (row: ShownRow) => (clickOf(row.node) === 'follow' ? follow(row) : openItem(row.shown.id)),
    [follow, openItem],
  );
  const click = useCallback(
    (row: ShownRow, toggle: () => void) => {
      const hasVisit = stretchesWith(session.view, row.shown, 'visit').length > 0;
      const does = clickOf(row.node, hasVisit);
      if (does === 'toggle') toggle();
      else if (does === 'follow') follow(row);
      else
        worksheets.besideTree(() =>
          does === 'visit' ? openPanel('visitas', row.shown.id) : worksheets.open(row.shown.id),
        );
    },
    [session, worksheets, openPanel, follow],
  );
  const doubleClick = useCallback(
    (row: ShownRow, toggle: () => void) => {
      // The first of the two clicks has opened or closed the group.
      if (clickOf(row.node) === 'toggle') toggle();
      open(row);
    },
    [open],
  );
  const isTyped = useCallback((row: ShownRow, typed: string) => {
    const text = fold(typed);
    return (
      searchTextOf(row).startsWith(text) || (row.shown.code !== null && fold(row.shown.name).startsWith(text))
    );
  }, []);

  const isEmpty = shown.length === 0;
  useEffect(() => {
    // Without rows there is no tree that could tell that nothing is selected.
    if (!isEmpty) return;
    setFocused(null);
    setSelected(new Set());
  }, [isEmpty, setFocused, setSelected]);

  return (
    // Clipboard events bubble up here from the focused row.
    <div
      ref={gridRef}
      className={styles.grid}
      style={widths}
      data-narrow={narrow.join(' ') || undefined}
      onCopy={(event) => commands.copy(event, false)}
      onCut={(event) => commands.copy(event, true)}
      onPaste={(event) => commands.paste(event)}
    >
      <PlanIconSheet />
      <ColumnHeader shown={fitted} choice={choice} />
      {baseVersion < 0 && <TreeSkeleton />}
      {baseVersion >= 0 && isEmpty && <NothingToShow />}
      {!isEmpty && (
        <TreeView<ShownRow>
          handle={handle}
          items={shown}
          label={t('plan.tree')}
          renderRow={renderRow}
          roomBelow={BAR_ROOM}
          onScrollbar={setScrollbar}
          expansion={expansions.expansion}
          onExpansion={expansions.change}
          canDrag={canDrag}
          refuseDrop={drops.refuse}
          dropWords={drops.words}
          onMove={(ids, parent, anchors) =>
            commands.move(ids as ItemId[], drops.where(ids as ItemId[], parent, anchors))
          }
          onRefusedDrop={(reason) => notify.warning(reason, { id: 'refused-drop' })}
          onFocus={(row) => setFocused(row.id)}
          onSelect={(ids) => setSelected(new Set([...ids] as ItemId[]))}
          onOpen={open}
          onClick={click}
          onDoubleClick={doubleClick}
          onMenu={(row, at) => row.id !== DRAFT_ID && actions.openMenu(row.id, at)}
          isTyped={isTyped}
          onKey={(event, row) => {
            if (!takesKeys(store.get(overlayAtom))) return handlePlanKey(event, row?.id ?? null, commands);
            if (event.key === 'Escape') store.set(overlayAtom, null);
            return true;
          }}
        />
      )}
      <SelectionBar />
      <SignaturesHint grid={grid} />
      <FigureHint grid={grid} />
    </div>
  );
}

/** Draft row. It has no React key, so that its text survives a change of position or type. */
function DraftOfPlan() {
  const draft = useAtomValue(draftAtom);
  return draft && <DraftRow draft={draft} />;
}

function NothingToShow() {
  const { t } = useTranslation('audits-web');
  const { session } = usePlan();
  const filter = useAtomValue(filterAtom);
  const setFilter = useSetAtom(filterAtom);
  if (isFiltering(filter))
    return (
      <EmptyState
        icon={FolderTree}
        title={t('plan.no_match')}
        action={
          <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
            {t('plan.clear_filter')}
          </Button>
        }
      />
    );
  const { recordType } = session.view;
  if (recordType === 'icce' && session.mode === 'edit') return <IcceWizard />;
  return (
    <EmptyState
      icon={FolderTree}
      title={t(`plan.empty.${recordType}.title`)}
      text={session.mode === 'edit' ? t(`plan.empty.${recordType}.text`) : undefined}
    />
  );
}
