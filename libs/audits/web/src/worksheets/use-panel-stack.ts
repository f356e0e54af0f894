import type { ItemId } from '@cotejo/audits-contracts';
import { useStore } from 'jotai';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { treeAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { REAPPLY_LOADED_MS, type StackAction } from './panel-stack.ts';
import { openableRowsAtom, rowBeside } from './openable-rows.ts';
import {
  announcedFieldAtom,
  changeStackAtom,
  frontWorksheetAtom,
  keysStayAtom,
  panelStackAtom,
} from './stack-atoms.ts';
import { readShown, withStack } from './stack-address.ts';

export interface HowToOpen {
  /** Tab to select, for this worksheet only. */
  readonly tab?: string | null;
  /** The open panel led here and stays beside the worksheet. */
  readonly keepsPanel?: boolean;
}

/** Actions on the panels beside the tree. The same object while the plan is open. */
export interface WorksheetActions {
  /**
   * Opens a worksheet in front, which takes the keys, by default at its first tab; an understanding closes the others.
   */
  open(id: ItemId, how?: HowToOpen): void;
  /** Runs an action that shows a panel while the keys stay in the tree. */
  besideTree(show: () => void): void;
  /**
   * Puts the worksheet of the row below (1) or above (-1) in place of the front one, at the same tab if it is of the
   * same type. Returns its row; null at the plan's end.
   */
  step(by: 1 | -1): ItemId | null;
  close(id: ItemId): void;
  closeAll(): void;
  bringToFront(id: ItemId): void;
  /** Cycles through the stack: 1 = the next in order. `isBeside`: the open panel does not cover the worksheets. */
  turn(by: 1 | -1, isBeside?: boolean): void;
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

  const staying = useRef(false);
  const show = useCallback(
    (action: StackAction<TreeRow>, options?: { readonly replace: boolean }) => {
      store.set(keysStayAtom, staying.current);
      const before = store.get(panelStackAtom);
      const next = store.set(changeStackAtom, action);
      if (next !== before) write.current(withStack(next), options);
    },
    [store],
  );

  return useMemo((): WorksheetActions => {
    const nodeOf = (id: ItemId) => store.get(treeAtom).rowOf(id)?.shown ?? session.view.get(id);
    const load = (id: ItemId) => {
      applyLoaded(store, [id]);
      setTimeout(() => applyLoaded(store, [id]), REAPPLY_LOADED_MS);
    };
    return {
      open(id, { tab = null, keepsPanel = false } = {}) {
        const node = nodeOf(id);
        show({
          type: 'opened',
          id,
          alone: node?.type === 'understanding',
          keepsPanel,
          tab,
        });
        load(id);
      },
      step(by) {
        const front = store.get(frontWorksheetAtom);
        const to = rowBeside(store.get(openableRowsAtom), front?.id ?? null, by);
        if (to === null) return null;
        const isSame = front !== null && nodeOf(front.id)?.type === nodeOf(to)?.type;
        show({ type: 'stepped', to, tab: isSame ? front.tab : null });
        load(to);
        return to;
      },
      besideTree(run) {
        staying.current = true;
        run();
        staying.current = false;
      },
      close: (id) => show({ type: 'closed', id }),
      closeAll: () => show({ type: 'all_closed' }),
      bringToFront: (id) => show({ type: 'brought_to_front', id }),
      turn: (by, isBeside = false) => show({ type: 'turned', by, isBeside }),
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
      chooseTab: (id, tab) => show({ type: 'tab_chosen', id, tab }, { replace: true }),
    };
  }, [store, session, show]);
}

/** Fills worksheets at once with rows that the tree already holds. */
function applyLoaded(store: ReturnType<typeof useStore>, ids: readonly ItemId[]): void {
  for (const id of ids) {
    const data = store.get(treeAtom).rowOf(id);
    if (data) store.set(changeStackAtom, { type: 'load_succeeded', id, data });
  }
}
