import type { LucideIcon } from 'lucide-react';
import { Suspense, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { TableSkeleton } from '../components/skeletons.tsx';
import { useErrorText } from '../components/errors/use-error-text.ts';
import { useIsPhone } from '../provider/use-is-phone.ts';
import { PageHeader, type Crumb } from '../shell/page-header.tsx';
import { BulkBar, type BulkAction } from './bulk-bar.tsx';
import { DrawnView, viewsOf, type DrawnViews } from './drawn-view.tsx';
import { FilterChips } from './filter-chips.tsx';
import { NoneFound } from './find/none-found.tsx';
import { useLateColumns } from './columns/late-rows.ts';
import type { ListColumn } from './columns/list-column.ts';
import { filterFor } from './list-filters.ts';
import { ListToolbar } from './list-toolbar.tsx';
import type { ListViewName } from './list-view.ts';
import styles from './list-page.module.css';
import { arranged, isShown, moveColumn, resizeColumn } from './columns/column-layout.ts';
import { nextOrder, type ListOrder } from './order-rows.ts';
import { ListRows } from './rows/list-rows.tsx';
import type { RowAct } from './rows/row-act.tsx';
import { TableView } from './rows/table-view.tsx';
import { useList } from './use-list.ts';
import { useListCommands } from './use-list-commands.ts';
import type { ShownRows } from './rows-of-query.ts';
import { MOST_LIST_ROWS } from './use-rows.ts';
import { useSearchKey } from '../components/keys/use-search-key.ts';
import { useSelection } from './use-selection.ts';

export interface ListPageProps<Row> extends DrawnViews<Row> {
  /** Storage key of the list's arrangement. */
  readonly name: string;
  readonly title: string;
  readonly breadcrumb?: readonly Crumb[];
  readonly meta?: ReactNode;
  /** Actions beside the title, e.g. creating a row. */
  readonly actions?: ReactNode;
  readonly columns: readonly ListColumn<Row>[];
  readonly rows: ShownRows<Row>;
  readonly idOf: (row: Row) => string;
  readonly titleOf: (row: Row) => string;
  readonly open: (row: Row) => void;
  /** Id of the row whose panel is open. */
  readonly current?: string | null;
  readonly bulk?: readonly BulkAction<Row>[];
  /** What can be done with a row without opening it: a button at its end. */
  readonly act?: (row: Row) => RowAct | null;
  /** View and order of an address that says neither; on a phone the view is the list. */
  readonly firstView?: ListViewName;
  readonly firstOrder?: ListOrder;
  readonly empty: {
    readonly title: string;
    readonly text?: string;
    readonly icon?: LucideIcon;
    readonly action?: ReactNode;
  };
  /** Additional controls beside the filters, e.g. a switch to the trash. */
  readonly extra?: ReactNode;
}

/** A list with search, filters, order, groups and views, all stored in the URL. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { rows: source, idOf, titleOf, open, bulk = [], current = null } = props;
  const isPhone = useIsPhone();
  const { kanban, calendar, gantt, chart, tree, firstView = 'table', firstOrder } = props;
  const columns = useLateColumns(props.columns, gantt);
  const views = viewsOf<Row>({ kanban, calendar, gantt, chart, tree });
  const offered = views.join();
  const kept = useMemo(() => offered.split(',') as ListViewName[], [offered]);
  const first = useMemo(
    () => ({ view: isPhone ? ('list' as const) : firstView, order: firstOrder ?? null }),
    [isPhone, firstView, firstOrder],
  );
  const list = useList({
    name: props.name,
    rows: source.rows,
    columns,
    views: kept,
    first,
  });
  useListCommands(props.title, list, kept);
  const { state, change, layout, arrange } = list;
  const ids = useMemo(() => source.rows.map(idOf), [source.rows, idOf]);
  const selection = useSelection(ids);
  const search = useRef<HTMLInputElement>(null);
  useSearchKey(search);
  const shared = {
    rows: list.rows,
    columns: list.columns,
    idOf,
    titleOf,
    open,
    fresh: source.fresh,
  };
  const grid = {
    ...shared,
    label: props.title,
    groups: list.groups,
    selection: bulk.length > 0 ? selection : null,
    current,
    act: props.act ?? null,
  };
  const drawn: DrawnViews<Row> = {
    ...{ kanban, calendar, gantt },
    tree: tree && { ...tree, by: state.group === null ? tree.by : [state.group] },
    // Clicking a bar filters the table to its rows.
    chart: chart && {
      pick: (id, value) => {
        const filter = filterFor(columns.find((column) => column.id === id)?.kind, value);
        if (filter !== null) change((now) => ({ view: 'table', filters: { ...now.filters, [id]: filter } }));
      },
      ...chart,
    },
  };
  // These views arrange rows by columns that may be hidden.
  const arrangedColumns = useMemo(
    () => arranged(columns, layout).map((column) => ({ ...column, hidden: !isShown(column, layout) })),
    [columns, layout],
  );
  const view = () => {
    switch (state.view) {
      case 'table':
        return (
          <TableView
            {...grid}
            order={state.order}
            onOrder={(column) => change((now) => ({ order: nextOrder(column, now.order) }))}
            widths={layout.widths}
            onResize={(id, width) => arrange(resizeColumn(layout, id, width))}
            onMove={(id, onto) => {
              const placeOf = (one: string) => list.columns.findIndex((column) => column.id === one);
              arrange(moveColumn(columns, layout, id, placeOf(onto) - placeOf(id)));
            }}
          />
        );
      case 'list':
      case 'simple':
        return <ListRows {...grid} isSimple={state.view === 'simple'} grouped={state.group} />;
      default:
        return <DrawnView view={state.view} drawn={drawn} shared={{ ...shared, columns: arrangedColumns }} />;
    }
  };

  return (
    <div className={styles.page}>
      <PageHeader
        title={props.title}
        breadcrumb={props.breadcrumb ?? [{ label: props.title }]}
        {...(props.meta !== undefined && { meta: props.meta })}
        {...(props.actions !== undefined && { actions: props.actions })}
      />
      <ListToolbar
        list={list}
        columns={columns}
        views={views}
        title={props.title}
        rows={source}
        searchRef={search}
      >
        {props.extra}
      </ListToolbar>
      <FilterChips list={list} columns={columns} />
      <Notices rows={source} />
      <div className={styles.body}>
        {source.status === 'loading' && <TableSkeleton />}
        {source.status === 'failed' && <FailedList rows={source} />}
        {source.status === 'ready' && source.rows.length === 0 && <EmptyState {...props.empty} />}
        {source.status === 'ready' && source.rows.length > 0 && list.rows.length === 0 && (
          <NoneFound clear={list.clear} />
        )}
        {source.status === 'ready' && list.rows.length > 0 && (
          <Suspense fallback={<TableSkeleton />}>{view()}</Suspense>
        )}
      </div>
      {bulk.length > 0 && (
        <BulkBar
          actions={bulk}
          rows={source.rows.filter((row) => selection.ids.has(idOf(row)))}
          onClear={selection.clear}
        />
      )}
    </div>
  );
}

function FailedList<Row>({ rows }: { readonly rows: ShownRows<Row> }) {
  const words = useErrorText();
  return <ErrorState text={words(rows.error)} onRetry={rows.retry} />;
}

/** What the reader has to know of the rows together. */
function Notices<Row>({ rows }: { readonly rows: ShownRows<Row> }) {
  const { t } = useTranslation('ui');
  return (
    <div aria-live="polite">
      {rows.isStale && <p className={styles.notice}>{t('list.stale')}</p>}
      {rows.isCut && <p className={styles.notice}>{t('list.cut', { count: MOST_LIST_ROWS })}</p>}
    </div>
  );
}
