import { createContext, type MouseEvent, type PointerEvent, type ReactNode } from 'react';
import type { VisibleRow } from './visible-rows.ts';

/** A row as passed to the screen's render function. */
export interface TreeRow<T> {
  readonly item: T;
  readonly level: number;
  readonly isOpen: boolean;
  toggle(): void;
}

/** Shared by the list and its rows; stable as long as rows render the same way. */
export interface SharedTree {
  readonly rowHeight: number;
  readonly indent: number;
  /** Called after the rows were recomputed. */
  onRows(listener: () => void): () => void;
  row(id: string): VisibleRow | undefined;
  rowAt(index: number): VisibleRow | undefined;
  /** Makes this list the current one. */
  show(rows: readonly VisibleRow[]): void;
  draw(row: VisibleRow): ReactNode;
  /** Called when focus or selection changed. */
  onMarks(listener: () => void): () => void;
  /** Flags of a row: `f`ocused, `s`elected, `t`ab stop. */
  mark(id: string): string;
  /** Id of the row that is the tab stop; null without rows. If it is not rendered, the tree itself is the tab stop. */
  tabStop(): string | null;
  reached(id: string): void;
  left(): void;
  click(event: MouseEvent, row: VisibleRow): void;
  press(event: PointerEvent, row: VisibleRow): void;
  openMenu(event: MouseEvent, row: VisibleRow): void;
  /** Registers the list with the library. */
  attachList(list: ListHandle | null): void;
}

export interface ListHandle {
  readonly element: HTMLElement;
  scrollToItem(index: number): void;
}

export interface ListSize {
  readonly label: string;
  readonly count: number;
  readonly height: number;
  /** A new array whenever rows were added, removed or moved. */
  readonly rows: readonly VisibleRow[];
  readonly roomBelow: number;
}

export const SharedTreeContext = createContext<SharedTree | null>(null);
export const ListSizeContext = createContext<ListSize>({
  label: '',
  count: 0,
  height: 0,
  rows: [],
  roomBelow: 0,
});
