import type { ItemId } from '@cotejo/audits-contracts';
import { useStore } from 'jotai';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { treeAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { REAPPLY_LOADED_MS, type StackAction } from './panel-stack.ts';
import { rememberedTab, rememberTab } from './remembered-tab.ts';
import { announcedFieldAtom, changeStackAtom, panelStackAtom } from './stack-atoms.ts';
import { readShown, withStack } from './stack-address.ts';

/** Actions on the panels beside the tree. The same object while the plan is open. */
export interface WorksheetActions {
  /** Opens a worksheet in front; an understanding closes the others. */
  open(id: ItemId): void;
  close(id: ItemId): void;
  closeAll(): void;
  bringToFront(id: ItemId): void;
  /** Cycles through the stack: 1 = the next in order. */
  turn(by: 1 | -1): void;
  /**
   * Opens a normal panel, by its name in the address, for one item (and a field of its worksheet) or the
   * whole audit.
   */
  openPanel(name: string, about?: ItemId, field?: string): void;
  closePanel(): void;
  /** Repeats a failed load. */
  retry(id: ItemId): void;
  update(id: ItemId, data: Partial<TreeRow>): void;
  /** Changes an array property of the worksheet's row. */
  changeArray(
    id: ItemId,
    property: keyof TreeRow,
    change: (entries: readonly unknown[]) => readonly unknown[],
  ): void;
  /** Also remembered for other worksheets of the type. */
  chooseTab(id: ItemId, tab: string): void;
}

/** Synchronizes the stack with the address and returns the actions on both. */
export function usePanelStack(): WorksheetActions {
  const store = useStore();
  const session = useAuditSession();
  const [params, setParams] = useSearchParams();
  // Kept in a ref: the router returns a new function after every navigation.
  const write = useRef(setParams);
  useLayoutEffect(() => {
    write.current = setParams;
  }, [setParams]);

  const address = params.toString();
  useLayoutEffect(() => {
    const shown = readShown(new URLSearchParams(address));
    store.set(changeStackAtom, { type: 'restored', shown });
    applyLoaded(store, shown.worksheets);
  }, [store, address]);
  useLayoutEffect(
    () => () => {
      store.set(changeStackAtom, { type: 'all_closed' });
      store.set(announcedFieldAtom, null);
    },
    [store],
  );

  const show = useCallback(
    (action: StackAction<TreeRow>, options?: { readonly replace: boolean }) => {
      const before = store.get(panelStackAtom);
      const next = store.set(changeStackAtom, action);
      if (next !== before) write.current(withStack(next), options);
    },
    [store],
  );

  return useMemo(
    (): WorksheetActions => ({
      open(id) {
        const node = store.get(treeAtom).rowOf(id)?.shown ?? session.view.get(id);
        show({
          type: 'opened',
          id,
          alone: node?.type === 'understanding',
          tab: node ? rememberedTab(localStorage, node.type) : null,
        });
        applyLoaded(store, [id]);
        setTimeout(() => applyLoaded(store, [id]), REAPPLY_LOADED_MS);
      },
      close: (id) => show({ type: 'closed', id }),
      closeAll: () => show({ type: 'all_closed' }),
      bringToFront: (id) => show({ type: 'brought_to_front', id }),
      turn: (by) => show({ type: 'turned', by }),
      openPanel: (name, about, field) =>
        show({
          type: 'panel_opened',
          panel: { name, about: about ?? null, ...(field !== undefined && { field }) },
        }),
      closePanel: () => show({ type: 'panel_closed' }),
      retry: (id) => store.set(changeStackAtom, { type: 'load_started', id }),
      update: (id, data) => store.set(changeStackAtom, { type: 'data_updated', id, data }),
      changeArray: (id, property, change) =>
        store.set(changeStackAtom, { type: 'array_changed', id, property, change }),
      chooseTab(id, tab) {
        const sheet = store.get(panelStackAtom).worksheets.find((one) => one.id === id);
        if (sheet?.data) rememberTab(localStorage, sheet.data.shown.type, tab);
        show({ type: 'tab_chosen', id, tab }, { replace: true });
      },
    }),
    [store, session, show],
  );
}

/** Fills worksheets at once with rows that the tree already holds. */
function applyLoaded(store: ReturnType<typeof useStore>, ids: readonly ItemId[]): void {
  for (const id of ids) {
    const data = store.get(treeAtom).rowOf(id);
    if (data) store.set(changeStackAtom, { type: 'load_succeeded', id, data });
  }
}
