import type { ItemId } from '@cotejo/audits-contracts';
import { useStore } from 'jotai';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { treeAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/tree-rows.ts';
import { REAPPLY_LOADED_MS, type StackAction } from './panel-stack.ts';
import { rememberedTab, rememberTab } from './remembered-tab.ts';
import { announcedFieldAtom, changeStackAtom, panelStackAtom } from './stack-atoms.ts';
import { readShown, withStack } from './stack-address.ts';

/** What can be done to what stands beside the tree. The same object as long as the plan is open. */
export interface WorksheetActions {
  /** In front of the others; of an understanding, alone. */
  open(id: ItemId): void;
  close(id: ItemId): void;
  closeAll(): void;
  bringToFront(id: ItemId): void;
  /** Through the stack: 1 = the next by order. */
  turn(by: 1 | -1): void;
  /** A normal panel by its name in the address, of one item (and a field of its worksheet) or of the whole audit. */
  openPanel(name: string, about?: ItemId, field?: string): void;
  closePanel(): void;
  /** Loads again what could not be loaded. */
  retry(id: ItemId): void;
  update(id: ItemId, data: Partial<TreeRow>): void;
  /** Changes a property of the worksheet's row that is an array. */
  changeArray(
    id: ItemId,
    property: keyof TreeRow,
    change: (entries: readonly unknown[]) => readonly unknown[],
  ): void;
  /** Remembered for every worksheet of its type. */
  chooseTab(id: ItemId, tab: string): void;
}

/** Keeps the stack and the address one and the same, and gives what can be done to both. */
export function usePanelStack(): WorksheetActions {
  const store = useStore();
  const session = useAuditSession();
  const [params, setParams] = useSearchParams();
  // The router's own function is another one with every address.
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

/** What the tree holds already fills its worksheet at once. */
function applyLoaded(store: ReturnType<typeof useStore>, ids: readonly ItemId[]): void {
  for (const id of ids) {
    const data = store.get(treeAtom).rowOf(id);
    if (data) store.set(changeStackAtom, { type: 'load_succeeded', id, data });
  }
}
