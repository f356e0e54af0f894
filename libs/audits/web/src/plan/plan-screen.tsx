import type { UserRow } from '@cotejo/access-contracts';
import { isAudit, type AuditDetail, type ItemId, type RecordType } from '@cotejo/audits-contracts';
import { isAncestor } from '@cotejo/audits-domain';
import { SkipLink, useIsPhone, useIsWide, usePanelSize, useWhenIdle, type TreeViewHandle } from '@cotejo/ui';
import { atom, useAtomValue, useStore } from 'jotai';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PlanActionsHost } from '../actions/plan-actions-host.tsx';
import { SideOptions } from '../menus/side-options.tsx';
import { findingsBeside } from '../findings/findings-beside.ts';
import { sprintsBeside, visitsBeside } from '../stretches/stretches-beside.tsx';
import { RestoreButton } from '../history/restore-button.tsx';
import { TextChange } from '../history/text-change.tsx';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { auditSessionAtom, treeAtom } from '../session/session-atoms.ts';
import { useBatchNotice } from '../session/tray/use-batch-notice.ts';
import { useUndo } from '../undo/use-undo.ts';
import { handleStackKey, type StackKeys } from '../worksheets/stack-keys.ts';
import { frontItemAtom, panelStackAtom } from '../worksheets/stack-atoms.ts';
import { usePanelStack } from '../worksheets/use-panel-stack.ts';
import { useStep } from '../worksheets/use-step.ts';
import type { WorksheetContents } from '../worksheets/worksheet-contents.ts';
import { WorksheetDock } from '../worksheets/worksheet-dock.tsx';
import { useFollowedPeer } from '../presence/follow-peer.ts';
import { useTellPresence } from '../worksheets/worksheet-presence.tsx';
import { ChangeLogPanel, KeysDialog, PhoneBar, PhoneTools, planParts, TrayPanel } from './late-parts.ts';
import { openedAtom, resetPlan } from './plan-atoms.ts';
import { PlanBody } from './plan-body.tsx';
import { PlanContext, type PanelBeside, type PlanActions } from './plan-context.ts';
import { useFilterInAddress } from './toolbar/filter-address.ts';
import { useKeepPlanDays } from './use-plan-days.ts';
import styles from './plan.module.css';
import { FilterMenu } from './toolbar/filter-menu.tsx';
import { Mine, PlanToolbar, useToolCommands, type PlanTools } from './toolbar/plan-toolbar.tsx';
import { useAnnouncer } from './use-announcer.ts';
import { useColumns, type ColumnChoice } from './grid/use-columns.ts';
import { usePeople, usePlanValue } from './grid/use-plan-value.ts';
import { useTellRefusals } from './tray/use-tell-refusals.ts';
import { useTellNotices } from './use-tell-notices.ts';
import { useTellRemoteCodes } from './use-tell-same.ts';

interface PlanScreenProps {
  readonly audit: AuditDetail;
  readonly people: readonly UserRow[];
  readonly contents: WorksheetContents;
  readonly panelsBeside: readonly PanelBeside[];
}

const recordTypeAtom = atom((get) => {
  get(treeAtom);
  return get(auditSessionAtom)?.view.recordType ?? 'audit_plan';
});
const isReadyAtom = atom((get) => get(treeAtom).baseVersion >= 0 && get(treeAtom).rows.length > 0);

/** The same element always: what is beside the tree is not drawn again with it. */
const SIDE = <SideOptions />;

/** The tree's current row; the tree itself if that row is scrolled out of sight. */
const tabStopOfTree = () =>
  document.querySelector<HTMLElement>('[role=tree] [role=treeitem][tabindex="0"]') ??
  document.querySelector<HTMLElement>('[role=tree][tabindex="0"]');

/** The audit's tree with what belongs to it: filters, panels, dialogs. */
export function PlanScreen({ audit, people, contents, panelsBeside: given }: PlanScreenProps) {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  const store = useStore();
  useWhenIdle(planParts.load);
  const recordType = useAtomValue(recordTypeAtom);
  // Nothing is found in what is only evaluated or kept for copying.
  const panelsBeside = useMemo(
    () => (isAudit(recordType) ? [sprintsBeside, visitsBeside, findingsBeside, ...given] : given),
    [recordType, given],
  );
  const isReady = useAtomValue(isReadyAtom);
  useKeepPlanDays(audit.fecha_fin);
  const [params] = useSearchParams();
  const handle = useRef<TreeViewHandle>(null);
  const dialogs = useRef<PlanActions>(null);
  const [isShowingKeys, setShowingKeys] = useState(false);
  const person = usePeople(people);
  const nameOf = useCallback((id: string) => person(id)?.name, [person]);
  const { region, announce } = useAnnouncer(nameOf);

  const worksheets = usePanelStack();
  const stack = useAtomValue(panelStackAtom);
  const frontItem = useAtomValue(frontItemAtom);
  const size = usePanelSize();
  const { panel } = stack;
  const about = panel?.about ?? null;
  const plan = usePlanValue({
    audit,
    people,
    contents,
    panelsBeside,
    tree: handle,
    dialogs,
    worksheets,
    announce,
  });
  // What closes takes the focus with it: the keys go on in the worksheet behind it, else in the tree.
  const closePanel = useCallback(() => {
    worksheets.closePanel();
    if (store.get(panelStackAtom).worksheets.length === 0) plan.focusTree();
  }, [worksheets, plan, store]);

  const step = useStep(plan);

  useBatchNotice();
  const { undo, redo, undoStep } = useUndo(nameOf);
  useTellNotices(person, plan.act, undoStep);
  useTellRemoteCodes(person);
  useTellRefusals(
    panel?.name === 'rechazados',
    useCallback(() => plan.openPanel('rechazados'), [plan]),
  );
  useTellPresence();
  useFollowedPeer(isReady, handle, plan);

  // Its row is marked while the panel has the focus.
  const shownItem = about ?? frontItem;
  useEffect(() => {
    store.set(openedAtom, shownItem);
    return () => store.set(openedAtom, null);
  }, [store, shownItem]);

  useEffect(() => {
    resetPlan(store);
    return () => resetPlan(store);
  }, [store]);
  useFilterInAddress();

  // Whoever comes by a link sees where in the tree the opened item is.
  const arrivedAt = useRef(params.get('hoja-id') as ItemId | null);
  useEffect(() => {
    const item = arrivedAt.current;
    if (!isReady || item === null) return;
    arrivedAt.current = null;
    handle.current?.show(item);
  }, [isReady]);

  const choice = useColumns(session.me, recordType);
  const showKeys = useCallback(() => setShowingKeys(true), []);
  const expand = useCallback(() => handle.current?.expandAll(), []);
  const collapse = useCallback(() => handle.current?.collapseAll(), []);
  const tools = useMemo(
    () => ({ onExpand: expand, onCollapse: collapse, onUndo: undo, onRedo: redo, onKeys: showKeys }),
    [expand, collapse, undo, redo, showKeys],
  );
  const aboutNode = about === null ? undefined : session.view.get(about);
  const beside = panelsBeside.find(({ id }) => id === panel?.name);

  const isUnder = useCallback(
    (item: string, above: ItemId) => isAncestor(session.view, above, item as ItemId),
    [session],
  );

  const normalPanel =
    panel?.name === 'historial' ? (
      <ChangeLogPanel
        audit={audit.id}
        item={
          aboutNode && {
            id: aboutNode.id,
            name: aboutNode.name,
            onClear: () => worksheets.openPanel('historial'),
          }
        }
        people={plan.everybody}
        isUnder={isUnder}
        Detail={TextChange}
        Restore={RestoreButton}
        onClose={closePanel}
        onReveal={(item) => handle.current?.reveal(item)}
      />
    ) : panel?.name === 'rechazados' ? (
      <TrayPanel onClose={closePanel} />
    ) : (
      beside && <beside.Panel audit={audit} item={about} field={panel?.field ?? null} onClose={closePanel} />
    );
  const hasPanel = stack.worksheets.length > 0 || normalPanel !== undefined;
  // On narrow screens the panel covers the worksheets; closing it leads back to them.
  const isBeside = useIsWide() && normalPanel !== undefined && stack.worksheets.length > 0;
  const hasEdge = stack.worksheets.length > (normalPanel === undefined || isBeside ? 1 : 0);
  const room = {
    '--dock-width': `${size.width}px`,
    '--dock-edge': hasEdge ? '36px' : '0px',
  } as CSSProperties;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A dialog or menu that was opened from here is elsewhere on the page.
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    const keys: StackKeys = {
      turn: (by) => worksheets.turn(by, isBeside),
      step,
      focusTree: plan.focusTree,
    };
    if (handleStackKey(event, event.currentTarget, keys)) event.preventDefault();
  };

  return (
    <PlanContext value={plan}>
      {/* Keys of the stack, wherever in the plan the focus is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={styles.screen}
        data-dock-area
        data-panel={hasPanel || undefined}
        data-beside={isBeside || undefined}
        data-maximised={(hasPanel && size.isMaximised) || undefined}
        style={room}
        onKeyDown={onKeyDown}
      >
        <SkipLink label={t('plan.skip')} to={tabStopOfTree} />
        <div className={styles.left}>
          <Tools choice={choice} recordType={recordType} tools={tools}>
            <PlanBody handle={handle} choice={choice} onKeys={showKeys} side={SIDE} />
          </Tools>
        </div>
        <WorksheetDock size={size} panel={normalPanel} isBeside={isBeside} />
      </div>
      {panelsBeside.map(({ id, Companion }) => Companion && <Companion key={id} audit={audit} />)}
      {contents.Companion && <contents.Companion audit={audit} />}
      <PlanActionsHost ref={dialogs} />
      <KeysDialog opened={isShowingKeys} onClose={() => setShowingKeys(false)} />
      <div ref={region} className="visually-hidden" role="status" aria-live="polite" />
    </PlanContext>
  );
}

interface ToolsProps {
  readonly choice: ColumnChoice;
  readonly recordType: RecordType;
  readonly tools: PlanTools;
  readonly children: ReactNode;
}

/** The plan with its toolbar above; on phones with a bar below. */
function Tools({ choice, recordType, tools, children }: ToolsProps) {
  const commands = useToolCommands(tools);
  const isPhone = useIsPhone();
  const [isSearching, setSearching] = useState(false);
  if (!isPhone)
    return (
      <>
        <PlanToolbar choice={choice} recordType={recordType} commands={commands} />
        {children}
      </>
    );
  return (
    <>
      <PhoneTools choice={choice} recordType={recordType} isSearching={isSearching}>
        <FilterMenu />
        {isAudit(recordType) && <Mine />}
      </PhoneTools>
      {children}
      <PhoneBar commands={commands} isSearching={isSearching} onSearch={() => setSearching(!isSearching)} />
    </>
  );
}
