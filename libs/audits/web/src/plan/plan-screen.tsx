import type { UserRow } from '@cotejo/access-contracts';
import type { AuditDetail, ItemId } from '@cotejo/audits-contracts';
import { notify, type TreeViewHandle } from '@cotejo/ui';
import { atom, useAtomValue, useStore } from 'jotai';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PlanActionsHost } from '../actions/plan-actions-host.tsx';
import { SideOptions } from '../actions/side-options.tsx';
import { ChangeLogPanel } from '../history/change-log-panel.tsx';
import { useAuditSession, useSessionNotices } from '../session/audit-session-provider.tsx';
import type { Notice } from '../session/remote-changes.ts';
import type { ActResult } from '../session/audit-session.ts';
import { auditSessionAtom, treeAtom } from '../session/session-atoms.ts';
import { useToldParts } from '../session/use-told-parts.ts';
import { ItemPanel } from './item-panel.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { filterAtom, focusedAtom, openedAtom, resetPlan } from './plan-atoms.ts';
import { PlanBody } from './plan-body.tsx';
import {
  PlanContext,
  type ItemPanels,
  type PanelBeside,
  type PlanActions,
  type PlanContextValue,
} from './plan-context.ts';
import { NO_FILTER } from './plan-filter.ts';
import styles from './plan.module.css';
import { PlanToolbar } from './plan-toolbar.tsx';
import { withShown, type Shown } from './shown-panel.ts';
import { TrayPanel } from './tray-panel.tsx';
import { useAnnouncer } from './use-announcer.ts';
import { useColumns } from './use-columns.ts';
import { usePeople, usePlanValue } from './use-plan-value.ts';

interface PlanScreenProps {
  readonly audit: AuditDetail;
  readonly people: readonly UserRow[];
  readonly panels: ItemPanels;
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
export function PlanScreen({ audit, people, panels, panelsBeside }: PlanScreenProps) {
  const { t } = useTranslation('audits-web');
  const session = useAuditSession();
  const store = useStore();
  const recordType = useAtomValue(recordTypeAtom);
  const isReady = useAtomValue(isReadyAtom);
  const [params, setParams] = useSearchParams();
  const handle = useRef<TreeViewHandle>(null);
  const dialogs = useRef<PlanActions>(null);
  const [isShowingKeys, setShowingKeys] = useState(false);
  const person = usePeople(people);
  const nameOf = useCallback((id: string) => person(id)?.name, [person]);
  const { region, announce } = useAnnouncer(nameOf);

  const opened = params.get('hoja-id') as ItemId | null;
  const panel = params.get('panel');
  const about = params.get('elemento') as ItemId | null;
  const show = useCallback((what: Shown) => setParams(withShown(what)), [setParams]);
  const openItem = useCallback((item: ItemId) => show({ item }), [show]);
  const openPanel = useCallback((name: string, item?: ItemId) => show({ panel: name, about: item }), [show]);
  const plan = usePlanValue({
    audit,
    people,
    panels,
    panelsBeside,
    tree: handle,
    dialogs,
    openItem,
    openPanel,
    announce,
  });
  // What closes takes the focus with it: the keys go on where they were, in the tree.
  const closePanel = useCallback(() => {
    show({});
    plan.focusTree();
  }, [show, plan]);

  useToldParts();
  useSessionNotices(
    useCallback(
      (notice: Notice) =>
        notify.info(
          t(`notice.${notice.kind}`, {
            name: person(notice.by)?.name ?? '',
            mine: notice.mine,
            theirs: notice.theirs,
          }),
        ),
      [t, person],
    ),
  );
  // The others see where the focus is without anything here being drawn again for it.
  useEffect(() => {
    const tell = () => session.setPresence(opened ?? store.get(focusedAtom));
    tell();
    return store.sub(focusedAtom, tell);
  }, [session, opened, store]);

  // Its row is marked while the panel has the focus.
  const shownItem = opened ?? about;
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
  const arrivedAt = useRef(opened);
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
  const beside = panelsBeside.find(({ id }) => id === panel);

  return (
    <PlanContext value={plan}>
      <div className={styles.screen} data-panel={opened !== null || panel !== null || undefined}>
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
        {opened !== null && <ItemPanel id={opened} onClose={closePanel} />}
        {panel === 'historial' && (
          <ChangeLogPanel
            audit={audit.id}
            item={
              aboutNode && {
                id: aboutNode.id,
                name: aboutNode.name,
                version: aboutNode.version,
                onClear: () => openPanel('historial'),
              }
            }
            onClose={closePanel}
            onReveal={(item) => handle.current?.reveal(item)}
          />
        )}
        {panel === 'rechazados' && <TrayPanel onClose={closePanel} />}
        {beside && <beside.Panel audit={audit} item={about} onClose={closePanel} />}
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
