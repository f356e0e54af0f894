import { z } from 'zod';
import { FIRST_LAYOUT, type ColumnLayout } from './columns/column-layout.ts';

/** A named view: query and column layout. */
export interface SavedView {
  readonly name: string;
  /** Query of the URL, without the leading `?`. */
  readonly query: string;
  readonly layout: ColumnLayout;
}
/** Stored state of a user's list. */
export interface StoredList {
  readonly layout: ColumnLayout;
  readonly views: readonly SavedView[];
}

/** Maximum number of saved views per user and list: more are hard to find in a menu. */
export const MOST_SAVED_VIEWS = 20;
/** Maximum characters of a saved view's name: one line of the menu. */
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

/** Stored state of a list; unreadable data count as none. */
export function readStoredList(storage: Pick<Storage, 'getItem'>, user: string, list: string): StoredList {
  try {
    return stored.parse(JSON.parse(storage.getItem(keyOf(user, list)) ?? 'null'));
  } catch {
    return NOTHING;
  }
}

/** Stores the state. With a full or blocked storage it lasts for this visit only. */
export function writeStoredList(
  storage: Pick<Storage, 'setItem'>,
  user: string,
  list: string,
  value: StoredList,
): void {
  try {
    storage.setItem(keyOf(user, list), JSON.stringify(value));
  } catch {
    // No input is lost: only the arrangement is not stored.
  }
}

/** Adds or replaces a view by name; beyond the limit the oldest is dropped. */
export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].slice(-MOST_SAVED_VIEWS);
