import { createContext, type MouseEvent, type PointerEvent, type ReactNode } from 'react';
import type { VisibleRow } from './visible-rows.ts';

/** A row as the screen draws it. */
export interface TreeRow<T> {
  readonly item: T;
  readonly level: number;
  readonly isOpen: boolean;
  toggle(): void;
}

/** What the list and its rows share; the same object as long as rows are drawn the same way. */
export interface SharedTree {
  readonly rowHeight: number;
  readonly indent: number;
  /** Called after rows were read anew. */
  onRows(listener: () => void): () => void;
  row(id: string): VisibleRow | undefined;
  rowAt(index: number): VisibleRow | undefined;
  /** Answers by this list from now on. */
  show(rows: readonly VisibleRow[]): void;
  draw(row: VisibleRow): ReactNode;
  /** Called when the focus or the choice went elsewhere. */
  onMarks(listener: () => void): () => void;
  /** Letters for what a row is now: `f`ocused, `s`elected, the `t`ab stop. */
  mark(id: string): string;
  /** Whether a row that is drawn is the tab stop; else the tree itself is. */
  tabStop(): string | null;
  reached(id: string): void;
  left(): void;
  click(event: MouseEvent, row: VisibleRow): void;
  press(event: PointerEvent, row: VisibleRow): void;
  openMenu(event: MouseEvent, row: VisibleRow): void;
  /** Tells the library where the list is. */
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
  /** Another object whenever rows came, went or changed places. */
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
