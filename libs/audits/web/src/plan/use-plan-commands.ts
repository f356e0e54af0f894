import { allowedChildren, lockOf } from '@cotejo/audits-domain';
import type { ItemId } from '@cotejo/audits-contracts';
import { displayOrder } from '@cotejo/audits-domain';
import { useStore } from 'jotai';
import { useCallback, useMemo, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useUndo } from '../undo/use-undo.ts';
import { cutAtom, selectedAtom, targetAtom } from './plan-atoms.ts';
import { readPasted, writeCopied } from './plan-clipboard.ts';
import { frontWorksheetAtom, panelStackAtom } from '../worksheets/stack-atoms.ts';
import { usePlan } from './plan-context.ts';
import { stepTo, type PlanCommands, type StepTo } from './plan-keys.ts';

export interface PlanHands extends PlanCommands {
  copy(event: ClipboardEvent, isCut: boolean): void;
  paste(event: ClipboardEvent): void;
  /** Moves rows to a position and announces it. */
  move(ids: readonly ItemId[], to: StepTo): void;
}

/** Commands for keys, clipboard and drops. */
export function usePlanCommands(showKeys: () => void): PlanHands {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const store = useStore();
  const plan = usePlan();
  const { person } = plan;
  const back = useUndo(useCallback((id: string) => person(id)?.name, [person]));
  return useMemo((): PlanHands => {
    const { session, actions, announce, reveal, selection, tell, worksheets } = plan;
    const acted = selection.ids;
    const nameOf = (id: ItemId): string => session.view.get(id)?.name ?? '';
    const move = (ids: readonly ItemId[], to: StepTo) => {
      const { parent, ...place } = to;
      if (!tell(session.moveItems(ids, parent, place))) return;
      const [first] = ids;
      if (first === undefined) return;
      reveal(first, ids);
      const siblings = displayOrder(session.view, parent);
      announce(
        t('said.moved', {
          count: ids.length,
          name: nameOf(first),
          position: siblings.indexOf(first) + 1,
          total: siblings.length,
          parent: parent === null ? t('plan.top') : nameOf(parent),
        }),
      );
    };
    const edit = (id: ItemId, action: 'rename' | 'recode', begin: (id: ItemId) => void) => {
      const node = session.view.get(id);
      if (!node || session.mode !== 'edit') return;
      const code = lockOf(session.view, node, action);
      if (code) tell({ ok: false, rejection: { code } });
      else begin(id);
    };
    /** Into the target row when it may hold the items, else beside it. */
    const placeFor = (ids: readonly ItemId[]): StepTo => {
      const target = store.get(targetAtom);
      const node = target === null ? undefined : session.view.get(target);
      if (!node) return { parent: null };
      const inside = session.judgeTogether(ids.map((id) => ({ kind: 'move_item', id, parent: node.id })));
      return inside === null ? { parent: node.id } : { parent: node.place[0], after: node.id };
    };
    return {
      rename: (id) => edit(id, 'rename', plan.rename),
      recode: (id) => edit(id, 'recode', plan.recode),
      askDelete: () => session.mode === 'edit' && actions.askDelete(acted()),
      askMove: () => session.mode === 'edit' && actions.askMove(acted()),
      duplicate: () => session.mode === 'edit' && actions.duplicate(acted()),
      addInside: (id) => {
        const node = session.view.get(id);
        const [type] = node ? allowedChildren(session.view.recordType, node.type) : [];
        if (!type || session.mode !== 'edit') return;
        selection.set([id]);
        plan.startAdd({ parent: id, type });
      },
      undo: back.undo,
      redo: back.redo,
      showKeys,
      closeFront: () => {
        // Esc first leaves one of several selected rows.
        if (store.get(selectedAtom).size > 1) return false;
        const { panel } = store.get(panelStackAtom);
        const front = store.get(frontWorksheetAtom);
        if (panel === null && front === null) return false;
        worksheets.besideTree(() =>
          panel === null && front ? worksheets.close(front.id) : worksheets.closePanel(),
        );
        return true;
      },
      step: (key) => {
        const ids = acted();
        const to = stepTo(key, ids, session.view);
        if (to) move(ids, to);
        else announce(t('said.no_step'));
      },
      move,
      copy: (event, isCut) => {
        const ids = acted();
        if (ids.length === 0 || (isCut && session.mode !== 'edit')) return;
        event.preventDefault();
        writeCopied(event.clipboardData, { audit: plan.audit.id, ids, isCut }, ids.map(nameOf));
        store.set(cutAtom, new Set(isCut ? ids : []));
        announce(t(isCut ? 'said.cut' : 'said.copied', { count: ids.length }));
      },
      paste: (event) => {
        const pasted = readPasted(event.clipboardData);
        if (!pasted || session.mode !== 'edit') return;
        event.preventDefault();
        const target = store.get(targetAtom);
        if (pasted.kind === 'lines') return actions.pasteLines(target, pasted.lines);
        const { copied } = pasted;
        if (copied.audit !== plan.audit.id) return actions.pasteFrom(copied, target);
        const ids = copied.ids.filter((id) => session.view.get(id)?.deleted === null);
        if (ids.length === 0) return announce(t('said.nothing_to_paste'));
        const to = placeFor(ids);
        if (copied.isCut) {
          store.set(cutAtom, new Set<ItemId>());
          return move(ids, to);
        }
        const { parent, ...place } = to;
        const result = session.copyItems(ids, parent, place);
        if (!tell(result) || !result.ok) return;
        const [first] = result.created;
        if (first !== undefined) reveal(first, result.created);
        announce(t('said.pasted', { count: ids.length }));
      },
    };
  }, [plan, back, showKeys, store, t]);
}
