import type { UserRow } from '@cotejo/access-contracts';
import { isAudit, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import { isAncestor } from '@cotejo/audits-domain';
import { usePanelSize, useWhenIdle, type TreeViewHandle } from '@cotejo/ui';
import { atom, useAtomValue, useStore } from 'jotai';
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PlanActionsHost } from '../actions/plan-actions-host.tsx';
import { SideOptions } from '../actions/side-options.tsx';
import { findingsBeside } from '../findings/findings-beside.ts';
import { sprintsBeside, visitsBeside } from '../stretches/stretches-beside.tsx';
import { RestoreButton } from '../history/restore-button.tsx';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import type { ActResult } from '../session/audit-session.ts';
import { auditSessionAtom, treeAtom } from '../session/session-atoms.ts';
import { useToldParts } from '../session/tray/use-told-parts.ts';
import { handleStackKey } from '../worksheets/stack-keys.ts';
import { frontItemAtom, panelStackAtom } from '../worksheets/stack-atoms.ts';
import { usePanelStack } from '../worksheets/use-panel-stack.ts';
import type { WorksheetContents } from '../worksheets/worksheet-contents.ts';
import { WorksheetDock } from '../worksheets/worksheet-dock.tsx';
import { useTellPresence } from '../worksheets/worksheet-presence.tsx';
import { ChangeLogPanel, KeysDialog, planParts, TrayPanel } from './late-parts.ts';
import { filterAtom, openedAtom, resetPlan } from './plan-atoms.ts';
import { PlanBody } from './plan-body.tsx';
import { PlanContext, type PanelBeside, type PlanActions, type PlanContextValue } from './plan-context.ts';
import { NO_FILTER } from './toolbar/plan-filter.ts';
import styles from './plan.module.css';
import { PlanToolbar } from './toolbar/plan-toolbar.tsx';
import { useAnnouncer } from './use-announcer.ts';
import { useColumns } from './grid/use-columns.ts';
import { usePeople, usePlanValue } from './grid/use-plan-value.ts';
import { useTellNotices } from './use-tell-notices.ts';

interface PlanScreenProps {
  readonly audit: AuditDetail;
  readonly people: readonly UserRow[];
  readonly contents: WorksheetContents;
  readonly panelsBeside: readonly PanelBeside[];
}

/** `tab=2` of an address: what follows from findings. */
const FOLLOW_UP = '2';

const recordTypeAtom = atom((get) => {
  get(treeAtom);
  return get(auditSessionAtom)?.view.recordType ?? 'audit_plan';
});
const isReadyAtom = atom((get) => get(treeAtom).baseVersion >= 0 && get(treeAtom).rows.length > 0);

/** The same element always: what is beside the tree is not drawn again with it. */
const SIDE = <SideOptions />;

/** The audit's tree with what belongs to it: filters, panels, dialogs. */
export function PlanScreen({ audit, people, contents, panelsBeside: given }: PlanScreenProps) {
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

  useToldParts();
  useTellNotices(person, plan.act);
  useTellPresence();

  // Its row is marked while the panel has the focus.
  const shownItem = about ?? frontItem;
  useEffect(() => {
    store.set(openedAtom, shownItem);
    return () => store.set(openedAtom, null);
  }, [store, shownItem]);

  const tab = params.get('tab');
  useEffect(() => {
    resetPlan(store);
    if (tab === FOLLOW_UP)
      store.set(filterAtom, { ...NO_FILTER, types: ['finding', 'action_plan', 'evaluation'] });
    return () => resetPlan(store);
  }, [store, tab]);

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
  const { undo, redo } = useBack(plan, announce);
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
  const hasEdge = stack.worksheets.length > (normalPanel === undefined ? 1 : 0);
  const room = {
    '--dock-width': `${size.width}px`,
    '--dock-edge': hasEdge ? '36px' : '0px',
  } as CSSProperties;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A dialog or menu that was opened from here is elsewhere on the page.
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    if (handleStackKey(event, event.currentTarget, { turn: worksheets.turn, focusTree: plan.focusTree }))
      event.preventDefault();
  };

  return (
    <PlanContext value={plan}>
      {/* Keys of the stack, wherever in the plan the focus is. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={styles.screen}
        data-dock-area
        data-panel={hasPanel || undefined}
        data-maximised={(hasPanel && size.isMaximised) || undefined}
        style={room}
        onKeyDown={onKeyDown}
      >
        <div className={styles.left}>
          <PlanToolbar
            choice={choice}
            recordType={recordType}
            onExpand={expand}
            onCollapse={collapse}
            onUndo={undo}
            onRedo={redo}
            onKeys={showKeys}
          />
          <PlanBody handle={handle} choice={choice} onKeys={showKeys} side={SIDE} />
        </div>
        <WorksheetDock size={size} panel={normalPanel} />
      </div>
      {panelsBeside.map(({ id, Companion }) => Companion && <Companion key={id} audit={audit} />)}
      <PlanActionsHost ref={dialogs} />
      <KeysDialog opened={isShowingKeys} onClose={() => setShowingKeys(false)} />
      <div ref={region} className="visually-hidden" role="status" aria-live="polite" />
    </PlanContext>
  );
}

/** Undo and redo as buttons do them: a refusal is told in words, a success to screen readers. */
function useBack(plan: PlanContextValue, announce: (text: string) => void) {
  const { t } = useTranslation('audits-web');
  return useMemo(() => {
    const { session, tell } = plan;
    const tellOf = (result: ActResult | null, words: string) => {
      if (result && tell(result)) announce(words);
    };
    return {
      undo: () => tellOf(session.undo(), t('said.undone')),
      redo: () => tellOf(session.redo(), t('said.redone')),
    };
  }, [plan, announce, t]);
}
