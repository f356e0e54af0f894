import type { ListColumn } from './columns/list-column.ts';
import { filterKindOf, type ListFilter, type ListFilters } from './list-filters.ts';
import { LIST_VIEWS, type ListViewName } from './list-view.ts';
import type { ListOrder } from './order-rows.ts';

/** State of a list as stored in the URL. */
export interface ListState {
  readonly view: ListViewName;
  readonly search: string;
  readonly filters: ListFilters;
  readonly order: ListOrder | null;
  /** Id of the grouping column. */
  readonly group: string | null;
}

/** Query parameters; users read and share these URLs. */
const NAMES = { view: 'vista', search: 'q', order: 'orden', group: 'grupo' } as const;
const FILTER_PREFIX = 'f.';
const VIEW_NAMES: Readonly<Record<ListViewName, string>> = {
  ...{ kanban: 'kanban', list: 'lista', simple: 'simple', table: 'tabla' },
  ...{ tree: 'arbol', calendar: 'calendario', gantt: 'gantt', chart: 'grafico' },
};
const RANGE = '..';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Parts of a state that change, or how they follow from the newest state. */
export type Change<State> = Partial<State> | ((now: State) => Partial<State>);

/** The state after a change. */
export const changed = (now: ListState, part: Change<ListState>): ListState => ({
  ...now,
  ...(typeof part === 'function' ? part(now) : part),
});

type Shape = Pick<ListColumn<never>, 'id' | 'kind'>;
/** State of a URL without list parameters. */
export type FirstState = Pick<ListState, 'view' | 'order'>;

/**
 * Parses a URL; unknown columns and views are dropped.
 * @param under prefix of the list's parameters, where several lists share a URL
 */
export function readListState(
  query: URLSearchParams,
  columns: readonly Shape[],
  views: readonly ListViewName[],
  first: FirstState,
  under = '',
): ListState {
  const has = (id: string | null) => columns.some((column) => column.id === id);
  const view = LIST_VIEWS.find((name) => VIEW_NAMES[name] === query.get(under + NAMES.view));
  const order = query.get(under + NAMES.order);
  const column = order?.replace(/^-/, '') ?? null;
  const group = query.get(under + NAMES.group);
  return {
    view: view !== undefined && views.includes(view) ? view : first.view,
    search: query.get(under + NAMES.search) ?? '',
    order:
      column !== null && has(column)
        ? { column, isDescending: order?.startsWith('-') === true }
        : first.order,
    group: has(group) ? group : null,
    filters: Object.fromEntries(
      columns.flatMap(({ id, kind }) => {
        const filter = readFilter(query.get(under + FILTER_PREFIX + id), filterKindOf(kind));
        return filter === null ? [] : [[id, filter]];
      }),
    ),
  };
}

/** The query with the list's state; defaults are omitted, other parameters are kept. */
export function writeListState(
  query: URLSearchParams,
  state: ListState,
  first: FirstState,
  under = '',
): URLSearchParams {
  const own = new Set(Object.values(NAMES).map((name) => under + name));
  const next = new URLSearchParams(
    [...query].filter(([name]) => !name.startsWith(under + FILTER_PREFIX) && !own.has(name)),
  );
  const { view, search, order, group, filters } = state;
  if (view !== first.view) next.set(under + NAMES.view, VIEW_NAMES[view]);
  if (search !== '') next.set(under + NAMES.search, search);
  if (order !== null && writeOrder(order) !== writeOrder(first.order)) {
    next.set(under + NAMES.order, writeOrder(order));
  }
  if (group !== null) next.set(under + NAMES.group, group);
  for (const [id, filter] of Object.entries(filters)) {
    next.set(under + FILTER_PREFIX + id, writeFilter(filter));
  }
  return next;
}

/** Values of a filter by choices or people; empty without one. */
export function readChosen(query: URLSearchParams, id: string): readonly string[] {
  const filter = readFilter(query.get(FILTER_PREFIX + id), 'among');
  return filter?.kind === 'among' ? filter.values : [];
}

/** The query with another such filter; without values it has none. */
export function writeChosen(query: URLSearchParams, id: string, values: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(query);
  if (values.length === 0) next.delete(FILTER_PREFIX + id);
  else next.set(FILTER_PREFIX + id, writeFilter({ kind: 'among', values }));
  return next;
}

const writeOrder = (order: ListOrder | null): string =>
  order === null ? '' : `${order.isDescending ? '-' : ''}${order.column}`;

function writeFilter(filter: ListFilter): string {
  switch (filter.kind) {
    case 'among':
      return filter.values.map(encodeURIComponent).join(',');
    case 'flag':
      return filter.isSet ? '1' : '0';
    case 'days':
    case 'numbers':
      return `${filter.from ?? ''}${RANGE}${filter.to ?? ''}`;
  }
}

function readFilter(text: string | null, kind: ListFilter['kind'] | null): ListFilter | null {
  if (text === null || text === '' || kind === null) return null;
  if (kind === 'among') return { kind, values: text.split(',').map(decode) };
  if (kind === 'flag') return text === '0' || text === '1' ? { kind, isSet: text === '1' } : null;
  const ends = text.split(RANGE);
  if (ends.length !== 2) return null;
  const [from = '', to = ''] = ends;
  if (kind === 'days') {
    if (![from, to].every((day) => day === '' || DAY.test(day))) return null;
    return from === '' && to === '' ? null : { kind, from: from || null, to: to || null };
  }
  const [low, high] = [from, to].map((end) => (end === '' ? null : Number(end)));
  if (Number.isNaN(low) || Number.isNaN(high)) return null;
  return low === null && high === null ? null : { kind, from: low ?? null, to: high ?? null };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
