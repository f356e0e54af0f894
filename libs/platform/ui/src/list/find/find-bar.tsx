import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchKey } from '../../components/keys/use-search-key.ts';
import { FilterChips } from '../filter-chips.tsx';
import { FilterMenu } from '../filter-menu.tsx';
import { SearchBox } from '../search-box.tsx';
import styles from './find-bar.module.css';
import { nextOrder } from '../order-rows.ts';
import { OrderMenu } from './order-menu.tsx';
import type { FoundRows } from './use-found-rows.ts';

/** Rows of a panel or section that are seen at a glance, without a search field. */
const FEW_ROWS = 3;

export interface FindBarProps<Row> {
  readonly found: FoundRows<Row>;
  /** Name of the search field, which says what is searched where a page has several. */
  readonly search: string;
  /** In a side panel or section, whose edges it keeps; on a page it has those of the page's toolbars. */
  readonly isInside?: boolean;
  /** False where the list has filter controls of its own. */
  readonly hasFilters?: boolean;
  /** Ids of the columns that order the list; all by default. */
  readonly orders?: readonly string[];
  /** Additional controls. */
  readonly children?: ReactNode;
  /** Rendered at the far end, after the number of rows. */
  readonly end?: ReactNode;
}

/** Search field, filters, order and number of rows above a list that draws its rows itself. */
export function FindBar<Row>(props: FindBarProps<Row>) {
  const { found, search, isInside = false, hasFilters = true, orders, children, end } = props;
  const { t } = useTranslation('ui');
  const { state, change, columns, total, isNarrowed } = found;
  const input = useRef<HTMLInputElement>(null);
  const nowhere = useRef<HTMLInputElement>(null);
  // The key belongs to the page's own list.
  useSearchKey(isInside ? nowhere : input);
  const isLong = total > (isInside ? FEW_ROWS : 0);
  if (!isLong && !isNarrowed && !children && !end) return null;
  return (
    <div className={styles.find} data-inside={isInside || undefined}>
      <div className={styles.bar} role="group" aria-label={t('list.toolbar')}>
        <SearchBox
          value={state.search}
          label={search}
          onChange={found.setSearch}
          inputRef={input}
          hasKey={!isInside}
        />
        {hasFilters && (
          <FilterMenu columns={columns} filters={state.filters} onChange={(filters) => change({ filters })} />
        )}
        <OrderMenu
          columns={orders === undefined ? columns : columns.filter(({ id }) => orders.includes(id))}
          order={state.order}
          onOrder={(column) => change((now) => ({ order: nextOrder(column, now.order) }))}
        />
        {children}
        <span className={styles.count} role="status">
          {isNarrowed
            ? t('list.rows_of', { count: total, shown: found.rows.length })
            : t('list.rows', { count: total })}
        </span>
        {end}
      </div>
      {hasFilters && <FilterChips list={found} columns={columns} />}
    </div>
  );
}
