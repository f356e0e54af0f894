import type { ListColumn } from './list-column.ts';

/** A user's arrangement of a list's columns. */
export interface ColumnLayout {
  /** Column ids in order; missing columns follow in their default order. */
  readonly order: readonly string[];
  /** Visibility by column id, where the user changed it. */
  readonly shown: Readonly<Record<string, boolean>>;
  /** Pixels by column id. */
  readonly widths: Readonly<Record<string, number>>;
}
export const FIRST_LAYOUT: ColumnLayout = { order: [], shown: {}, widths: {} };

/** Limits in pixels for dragging: narrower hides the grip, wider leaves the screen. */
export const COLUMN_WIDTHS = { least: 64, most: 800 } as const;

type Arranged = Pick<ListColumn<never>, 'id' | 'hidden'>;

/** All columns in the user's order. */
export function arranged<C extends Arranged>(columns: readonly C[], { order }: ColumnLayout): readonly C[] {
  const places = new Map(order.map((id, place) => [id, place]));
  return columns
    .map((column, at) => ({ column, place: places.get(column.id) ?? order.length + at }))
    .sort((a, b) => a.place - b.place)
    .map(({ column }) => column);
}

export const isShown = ({ id, hidden }: Arranged, { shown }: ColumnLayout): boolean =>
  shown[id] ?? hidden !== true;

/** Visible columns in order. */
export const shownColumns = <C extends Arranged>(columns: readonly C[], layout: ColumnLayout): readonly C[] =>
  arranged(columns, layout).filter((column) => isShown(column, layout));

/** Toggles a column; the last visible one stays. */
export function toggleColumn(columns: readonly Arranged[], layout: ColumnLayout, id: string): ColumnLayout {
  const column = columns.find((each) => each.id === id);
  if (column === undefined) return layout;
  const next = { ...layout, shown: { ...layout.shown, [id]: !isShown(column, layout) } };
  return shownColumns(columns, next).length === 0 ? layout : next;
}

/** Moves a column by a number of places among all columns, clamped at the ends. */
export function moveColumn(
  columns: readonly Arranged[],
  layout: ColumnLayout,
  id: string,
  by: number,
): ColumnLayout {
  const order = arranged(columns, layout).map((column) => column.id);
  const from = order.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return layout;
  order.splice(from, 1);
  order.splice(to, 0, id);
  return { ...layout, order };
}

export const resizeColumn = (layout: ColumnLayout, id: string, width: number): ColumnLayout => ({
  ...layout,
  widths: {
    ...layout.widths,
    [id]: Math.round(Math.min(COLUMN_WIDTHS.most, Math.max(COLUMN_WIDTHS.least, width))),
  },
});
