import { z } from 'zod';
import { FIRST_LAYOUT, type ColumnLayout } from './column-layout.ts';

/** A view that a person kept by a name: what the address said, and how the columns were. */
export interface SavedView {
  readonly name: string;
  /** Query of the address, without the leading `?`. */
  readonly query: string;
  readonly layout: ColumnLayout;
}
/** What a browser keeps of one person's list. */
export interface StoredList {
  readonly layout: ColumnLayout;
  readonly views: readonly SavedView[];
}

/** Views that one person keeps of one list: more are not found again in a menu. */
export const MOST_SAVED_VIEWS = 20;
/** Characters of a saved view's name, one line of the menu. */
export const MOST_VIEW_NAME = 60;

const layout = z.object({
  order: z.array(z.string()),
  shown: z.record(z.string(), z.boolean()),
  widths: z.record(z.string(), z.number()),
});
const stored = z.object({
  layout,
  views: z.array(z.object({ name: z.string(), query: z.string(), layout })).max(MOST_SAVED_VIEWS),
});
const NOTHING: StoredList = { layout: FIRST_LAYOUT, views: [] };

const keyOf = (user: string, list: string): string => `list:${user}:${list}`;

/** What this browser keeps; what cannot be read counts as nothing. */
export function readStoredList(storage: Pick<Storage, 'getItem'>, user: string, list: string): StoredList {
  try {
    return stored.parse(JSON.parse(storage.getItem(keyOf(user, list)) ?? 'null'));
  } catch {
    return NOTHING;
  }
}

/** A full or forbidden storage keeps nothing: the list works on for this visit. */
export function writeStoredList(
  storage: Pick<Storage, 'setItem'>,
  user: string,
  list: string,
  value: StoredList,
): void {
  try {
    storage.setItem(keyOf(user, list), JSON.stringify(value));
  } catch {
    // Nothing typed is lost: only the arrangement of columns is asked for again next time.
  }
}

/** Keeps a view under a name, in place of one of the same name; beyond the limit the oldest goes. */
export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].slice(-MOST_SAVED_VIEWS);
