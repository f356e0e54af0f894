import { useLayoutEffect, useRef, useState, type FocusEvent, type RefObject } from 'react';
import type { SharedTree } from './shared-tree.ts';
import { FIELDS } from './tree-focus.ts';

interface ListOfRows {
  readonly tree: SharedTree;
  readonly list: RefObject<HTMLElement | null>;
  readonly height: number;
  scrollToItem(index: number): void;
}

interface WrittenRow {
  /** Index of the row; -1 for none. */
  readonly index: number;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * The row with a focused field. It stays rendered outside of the visible range, because unmounting would lose
 * focus and text. The list scrolls along when other rows push it out of view.
 */
export function useWrittenRow({ tree, list, height, scrollToItem }: ListOfRows): WrittenRow {
  const [id, setId] = useState<string | null>(null);
  const index = id === null ? -1 : (tree.row(id)?.index ?? -1);
  const before = useRef(-1);
  const { rowHeight } = tree;
  useLayoutEffect(() => {
    const { current: element } = list;
    const { current: old } = before;
    before.current = index;
    if (!element || old < 0 || index < 0 || old === index) return;
    const { scrollTop } = element;
    const wasSeen = (old + 1) * rowHeight > scrollTop && old * rowHeight < scrollTop + height;
    if (wasSeen) scrollToItem(index);
  }, [list, index, rowHeight, height, scrollToItem]);
  return {
    index,
    onFocus: ({ target }) => {
      if (target.matches(FIELDS)) setId(target.closest('[data-item]')?.getAttribute('data-item') ?? null);
    },
    onBlur: ({ target }) => {
      if (target.matches(FIELDS)) setId(null);
    },
  };
}
