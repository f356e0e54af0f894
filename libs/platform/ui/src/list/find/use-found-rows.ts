import { languageOf } from '@cotejo/i18n';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressQuery } from '../../provider/use-address-query.ts';
import { useFormat } from '../../provider/use-format.ts';
import {
  changed,
  readListState,
  writeListState,
  type Change,
  type FirstState,
  type ListState,
} from '../list-address.ts';
import type { ListColumn } from '../columns/list-column.ts';
import { filterRows, type ListFilters } from '../list-filters.ts';
import type { ListViewName } from '../list-view.ts';
import { orderRows, type ListOrder } from '../order-rows.ts';
import { useCellText } from '../columns/use-cell-text.ts';
import { useSearch } from '../use-search.ts';
import { useSearchTexts } from '../use-search-texts.ts';

export interface FoundRowsOptions<Row> {
  readonly rows: readonly Row[];
  /** What is searched, filtered by and ordered by; how rows look is the screen's own. Memoized by the caller. */
  readonly columns: readonly ListColumn<Row>[];
  /** Prefix of the query parameters, such as `notas.`, where a page has other lists or filters. */
  readonly under?: string;
  /** Order of an address that has none; the given order by default. */
  readonly firstOrder?: ListOrder;
  /** Filters by column, each in force while the address has none for its column. Memoized by the caller. */
  readonly firstFilters?: ListFilters;
}

/** What a list is narrowed to and ordered by. */
export type FindState = Pick<ListState, 'search' | 'filters' | 'order'>;

export interface FoundRows<Row> {
  readonly state: FindState;
  readonly change: (part: Change<FindState>) => void;
  /** Filters the rows at once; the search is written to the URL 200 ms after the last keystroke. */
  readonly setSearch: (search: string) => void;
  /** Removes search and filters. */
  readonly clear: () => void;
  readonly columns: readonly ListColumn<Row>[];
  /** Rows that pass, in order. */
  readonly rows: readonly Row[];
  /** Number of rows before search and filters. */
  readonly total: number;
  /** A search or a filter is set. */
  readonly isNarrowed: boolean;
}

const NO_VIEWS: readonly ListViewName[] = [];
const NO_FILTERS: ListFilters = {};

/** Search, filters and order of a list that draws its rows itself; the state is in the URL, as with `ListPage`. */
export function useFoundRows<Row>(options: FoundRowsOptions<Row>): FoundRows<Row> {
  const { rows, columns, under = '', firstOrder, firstFilters = NO_FILTERS } = options;
  const { i18n } = useTranslation();
  const format = useFormat();
  const textOf = useCellText();
  const [query, setQuery] = useAddressQuery();
  const { column: firstColumn, isDescending = false } = firstOrder ?? {};
  const first = useMemo(
    (): FirstState => ({
      view: 'list',
      order: firstColumn === undefined ? null : { column: firstColumn, isDescending },
    }),
    [firstColumn, isDescending],
  );
  const inUrl = useMemo(
    () => readListState(query, columns, NO_VIEWS, first, under),
    [query, columns, first, under],
  );
  const write = useCallback(
    (part: Change<FindState>) =>
      setQuery(
        (now) =>
          writeListState(
            now,
            changed(readListState(now, columns, NO_VIEWS, first, under), part),
            first,
            under,
          ),
        { replace: true, preventScrollReset: true },
      ),
    [setQuery, columns, first, under],
  );
  const [search, setSearch] = useSearch(
    inUrl.search,
    useCallback((text) => write({ search: text }), [write]),
  );
  const state = useMemo(() => ({ ...inUrl, search }), [inUrl, search]);
  const change = useCallback(
    (part: Change<FindState>) => {
      if (typeof part !== 'function' && part.search !== undefined) setSearch(part.search);
      write(part);
    },
    [setSearch, write],
  );
  const { filters, order } = state;
  const searchText = useSearchTexts(rows, columns, textOf);
  const passing = useMemo(
    () =>
      filterRows(rows, {
        ...{ columns, search, dayOf: format.isoDay, searchText },
        filters: { ...firstFilters, ...filters },
      }),
    [rows, columns, search, filters, firstFilters, format, searchText],
  );
  const language = languageOf(i18n);
  const ordered = useMemo(
    () => orderRows(passing, columns, order, language),
    [passing, columns, order, language],
  );
  return {
    state,
    change,
    setSearch,
    clear: () => change({ search: '', filters: {} }),
    columns,
    rows: ordered,
    total: rows.length,
    isNarrowed: search !== '' || Object.keys(filters).length > 0,
  };
}
