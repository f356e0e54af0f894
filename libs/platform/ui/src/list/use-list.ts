import { languageOf } from '@cotejo/i18n';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressQuery } from '../provider/use-address-query.ts';
import { useFormat } from '../provider/use-format.ts';
import { useWorkspace } from '../workspace/workspace.tsx';
import { shownColumns, type ColumnLayout } from './columns/column-layout.ts';
import { groupRows, type RowGroup } from './group-rows.ts';
import {
  changed,
  readListState,
  writeListState,
  type Change,
  type FirstState,
  type ListState,
} from './list-address.ts';
import type { ListColumn } from './columns/list-column.ts';
import { filterRows } from './list-filters.ts';
import type { ListViewName } from './list-view.ts';
import { orderRows } from './order-rows.ts';
import { readStoredList, withView, writeStoredList, type SavedView, type StoredList } from './stored-list.ts';
import { useCellText } from './columns/use-cell-text.ts';
import { useSearch } from './use-search.ts';
import { useSearchTexts } from './use-search-texts.ts';

export interface ListOptions<Row> {
  /** Storage key of the list's arrangement. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly views: readonly ListViewName[];
  readonly first: FirstState;
}

export interface ListModel<Row> {
  readonly state: ListState;
  readonly change: (part: Change<ListState>) => void;
  /** Filters the rows at once; the search is written to the URL 200 ms after the last keystroke. */
  readonly setSearch: (search: string) => void;
  /** Resets to the state of a URL without parameters. */
  readonly clear: () => void;
  readonly layout: ColumnLayout;
  readonly arrange: (layout: ColumnLayout) => void;
  readonly saved: readonly SavedView[];
  readonly keepView: (name: string) => void;
  readonly dropView: (name: string) => void;
  readonly openView: (view: SavedView) => void;
  /** Visible columns in order. */
  readonly columns: readonly ListColumn<Row>[];
  /** Filtered rows in order. */
  readonly rows: readonly Row[];
  readonly groups: readonly RowGroup<Row>[] | null;
}

/** State of a list: from the URL and the user's stored arrangement. */
export function useList<Row>({ name, rows, columns, views, first }: ListOptions<Row>): ListModel<Row> {
  const { i18n } = useTranslation();
  const language = languageOf(i18n);
  const { me } = useWorkspace();
  const format = useFormat();
  const textOf = useCellText();
  const [query, setQuery] = useAddressQuery();
  const [stored, setStored] = useState<StoredList>(() => readStoredList(localStorage, me.id, name));
  const keep = useCallback(
    (change: (before: StoredList) => StoredList) =>
      setStored((before) => {
        const next = change(before);
        writeStoredList(localStorage, me.id, name, next);
        return next;
      }),
    [me.id, name],
  );
  const inUrl = useMemo(() => readListState(query, columns, views, first), [query, columns, views, first]);
  const write = useCallback(
    (part: Change<ListState>) =>
      setQuery(
        (query) => writeListState(query, changed(readListState(query, columns, views, first), part), first),
        { replace: true },
      ),
    [setQuery, columns, views, first],
  );
  const [search, setSearch] = useSearch(
    inUrl.search,
    useCallback((text) => write({ search: text }), [write]),
  );
  const state = useMemo(() => ({ ...inUrl, search }), [inUrl, search]);
  const change = useCallback(
    (part: Change<ListState>) => {
      if (typeof part !== 'function' && part.search !== undefined) setSearch(part.search);
      write(part);
    },
    [setSearch, write],
  );
  const { layout, views: saved } = stored;
  const shown = useMemo(() => shownColumns(columns, layout), [columns, layout]);
  const { filters, order, group } = state;
  const searchText = useSearchTexts(rows, columns, textOf);
  const passing = useMemo(
    () => filterRows(rows, { columns, search, filters, dayOf: format.isoDay, searchText }),
    [rows, columns, search, filters, format, searchText],
  );
  const ordered = useMemo(
    () => orderRows(passing, columns, order, language),
    [passing, columns, order, language],
  );
  const groups = useMemo(() => {
    const column = columns.find(({ id }) => id === group);
    if (column === undefined) return null;
    return groupRows(ordered, column, (row) => textOf(column, row), language);
  }, [columns, group, ordered, textOf, language]);
  return {
    state,
    change,
    setSearch,
    clear: () => change({ search: '', filters: {}, group: null, order: first.order }),
    layout,
    arrange: (next) => keep((before) => ({ ...before, layout: next })),
    saved,
    keepView: (viewName) =>
      keep((before) => ({
        ...before,
        views: withView(before.views, {
          name: viewName,
          query: writeListState(new URLSearchParams(), state, first).toString(),
          layout,
        }),
      })),
    dropView: (viewName) =>
      keep((before) => ({ ...before, views: before.views.filter((view) => view.name !== viewName) })),
    openView: (view) => {
      keep((before) => ({ ...before, layout: view.layout }));
      change(readListState(new URLSearchParams(view.query), columns, views, first));
    },
    columns: shown,
    rows: ordered,
    groups,
  };
}
