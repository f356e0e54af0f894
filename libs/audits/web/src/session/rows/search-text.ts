import { fold } from '../../text-search.ts';
import type { TreeRow } from './tree-rows.ts';

const texts = new WeakMap<TreeRow['shown'], string>();

/** Normalized search text of a row (code and name), cached per version of the item. */
export function searchTextOf({ shown }: Pick<TreeRow, 'shown'>): string {
  const known = texts.get(shown);
  if (known !== undefined) return known;
  // Codes are searchable for all types, also where the display name omits them.
  const text = fold(shown.code === null ? shown.name : `${shown.code} ${shown.name}`);
  texts.set(shown, text);
  return text;
}

/** Time budget of one slice in milliseconds, well within a frame. */
const TURN_MS = 6;

type Later = (run: () => void) => () => void;

const whenIdle: Later = (run) => {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run, { timeout: 2_000 });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, 50);
  return () => clearTimeout(timer);
};

/**
 * Computes the search texts of all rows in idle time, so that the first search is fast; the returned function
 * cancels it.
 */
export function prepareSearch(rows: readonly TreeRow[], later: Later = whenIdle): () => void {
  const waiting: (readonly TreeRow[])[] = [rows];
  let cancel: () => void = () => undefined;
  const turn = () => {
    const end = performance.now() + TURN_MS;
    for (let list = waiting.at(-1); list; list = waiting.at(-1)) {
      waiting.pop();
      for (const row of list) {
        searchTextOf(row);
        if (row.children && row.children.length > 0) waiting.push(row.children);
      }
      if (performance.now() > end) {
        cancel = later(turn);
        return;
      }
    }
  };
  cancel = later(turn);
  return () => cancel();
}
