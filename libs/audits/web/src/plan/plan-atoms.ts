import type { ItemId } from '@cotejo/audits-contracts';
import { atom, type createStore } from 'jotai';
import type { Draft, Editing, RowMenu } from './plan-context.ts';
import { overlayAtom } from '../actions/overlay.ts';
import { NO_FILTER, type PlanDays, type PlanFilter } from './toolbar/plan-filter.ts';

/** State of the open plan, in atoms so that only the rows concerned render again. */
export const draftAtom = atom<Draft | null>(null);
export const editingAtom = atom<Editing | null>(null);
export const rowMenuAtom = atom<RowMenu | null>(null);
/** Item whose side panel is open. */
export const openedAtom = atom<ItemId | null>(null);
export const focusedAtom = atom<ItemId | null>(null);
/** The highlighted rows: commands act on them. The rules of selection are in `tree-selection.ts` of the tree view. */
export const selectedAtom = atom<ReadonlySet<ItemId>>(new Set<ItemId>());
/** Row on which a command for one row acts: of the selected rows the focused one, else the last. */
export const targetAtom = atom((get): ItemId | null => {
  const focused = get(focusedAtom);
  const selected = get(selectedAtom);
  return focused !== null && selected.has(focused) ? focused : ([...selected].at(-1) ?? null);
});
/** Items cut and waiting to be pasted. */
export const cutAtom = atom<ReadonlySet<ItemId>>(new Set<ItemId>());
export const filterAtom = atom<PlanFilter>(NO_FILTER);
/** What the filter by lateness compares with; set by the screen. */
export const planDaysAtom = atom<PlanDays>({ due: { endDate: null }, today: '' });
export const viewSettingsAtom = atom(false);

/** Resets the plan's state when another audit is opened. */
export function resetPlan(store: ReturnType<typeof createStore>): void {
  store.set(draftAtom, null);
  store.set(editingAtom, null);
  store.set(rowMenuAtom, null);
  store.set(overlayAtom, null);
  store.set(focusedAtom, null);
  store.set(selectedAtom, new Set<ItemId>());
  store.set(cutAtom, new Set<ItemId>());
  store.set(filterAtom, NO_FILTER);
  store.set(viewSettingsAtom, false);
}
