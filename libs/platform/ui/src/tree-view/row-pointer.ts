import type { MouseEvent, PointerEvent } from 'react';
import type { TreeApi } from 'react-arborist';
import { CONTROLS, FIELDS } from './tree-focus.ts';
import { addsToSelection, selectAlone, selectClicked } from './tree-selection.ts';
import type { TreeViewItem, VisibleRow, VisibleRows } from './visible-rows.ts';

/** Commands of a tree for a pointer; called in event handlers only. */
export interface PointedTree {
  api(): TreeApi<TreeViewItem> | null;
  readonly visible: VisibleRows;
  /** Begins a drag if the pointer then moves. */
  drag(event: PointerEvent, row: VisibleRow): void;
  click(row: VisibleRow): void;
  doubleClick(row: VisibleRow): void;
  /** Opens the row's menu; false if rows have none. */
  openMenu(row: VisibleRow, at: { readonly x: number; readonly y: number }): boolean;
}

/** Milliseconds and pixels within which a second click belongs to the first. */
const DOUBLE_MS = 500;
const DOUBLE_SLACK = 4;

/** Handlers of a row for mouse, pen and touch; the rules of selection are in `tree-selection.ts`. */
export function createRowPointer(tree: PointedTree) {
  let isPressed = false;
  let last: { readonly id: string; readonly x: number; readonly y: number; readonly at: number } | null =
    null;
  /** Row of the click that this event follows: what that click opened may have moved the rows since. */
  const followed = ({ clientX, clientY, timeStamp }: MouseEvent): VisibleRow | undefined =>
    last !== null &&
    timeStamp - last.at < DOUBLE_MS &&
    Math.hypot(clientX - last.x, clientY - last.y) <= DOUBLE_SLACK
      ? tree.visible.get(last.id)
      : undefined;
  return {
    /** Whether a press is being handled: the focus that the browser then gives to the row is part of it. */
    isPressed: () => isPressed,
    press(event: PointerEvent, row: VisibleRow): void {
      isPressed = true;
      setTimeout(() => (isPressed = false));
      const api = tree.api();
      const on = pointedAt(event);
      if (!api || on === 'elsewhere' || on === 'field') return;
      const first = followed(event);
      if (first && first.id !== row.id) return;
      // A touch may be the beginning of a scroll; a pressed row of several may be dragged with them.
      const isFirst = event.button === 0 && event.pointerType !== 'touch' && !addsToSelection(event);
      if (isFirst && !api.isSelected(row.id)) selectAlone(api, row.id);
      tree.drag(event, row);
    },
    click(event: MouseEvent, row: VisibleRow): void {
      const api = tree.api();
      const on = pointedAt(event);
      if (!api || on === 'elsewhere' || on === 'field') return;
      if (on === 'control') {
        if (!isForSelection(event) || !api.isSelected(row.id)) selectAlone(api, row.id);
        return;
      }
      const first = event.detail === 2 && !addsToSelection(event) ? followed(event) : undefined;
      last = null;
      if (first) {
        // The browser has given the focus to the row that is there now.
        api.onBlur();
        selectAlone(api, first.id);
        return tree.doubleClick(first);
      }
      selectClicked(api, tree.visible, row.id, event);
      if (addsToSelection(event)) return;
      last = { id: row.id, x: event.clientX, y: event.clientY, at: event.timeStamp };
      tree.click(row);
    },
    openMenu(event: MouseEvent, row: VisibleRow): void {
      const api = tree.api();
      const on = pointedAt(event);
      if (!api || on === 'elsewhere' || on === 'field') return;
      if (api.isSelected(row.id)) api.focus(row.id, { scroll: false });
      else selectAlone(api, row.id);
      if (tree.openMenu(row, { x: event.clientX, y: event.clientY })) event.preventDefault();
    },
  };
}

/** Part of a row that a pointer event hit; menus that a row has opened are elsewhere on the page. */
function pointedAt({ target, currentTarget }: MouseEvent): 'row' | 'control' | 'field' | 'elsewhere' {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return 'elsewhere';
  const control = target.closest(CONTROLS);
  if (!control || !currentTarget.contains(control)) return 'row';
  return control.matches(FIELDS) ? 'field' : 'control';
}

/** Whether the control that was clicked acts on the whole selection. */
const isForSelection = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('[data-for-selection]') !== null;
