import { Menu, SegmentedControl, Tooltip, UnstyledButton } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Toolbar } from '../components/toolbar.tsx';
import { useIsPhone } from '../provider/use-is-phone.ts';
import { ColumnMenu } from './columns/column-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { GroupMenu } from './group-menu.tsx';
import type { ListColumn } from './columns/list-column.ts';
import styles from './list-toolbar.module.css';
import type { ListViewName } from './list-view.ts';
import type { ShownRows } from './rows-of-query.ts';
import { SavedViews } from './saved-views.tsx';
import { SearchBox } from './search-box.tsx';
import type { ListModel } from './use-list.ts';
import { VIEW_ICONS } from './view-icons.ts';

export interface ListToolbarProps<Row> {
  readonly list: ListModel<Row>;
  readonly columns: readonly ListColumn<Row>[];
  readonly views: readonly ListViewName[];
  readonly title: string;
  readonly rows: ShownRows<Row>;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly children?: ReactNode;
}

const GROUPED: ReadonlySet<ListViewName> = new Set(['table', 'list', 'simple', 'tree']);

export function ListToolbar<Row>({
  list,
  columns,
  views,
  title,
  rows,
  searchRef,
  children,
}: ListToolbarProps<Row>) {
  const { t } = useTranslation('ui');
  const isPhone = useIsPhone();
  const { state, change } = list;
  return (
    <Toolbar
      label={t('list.toolbar')}
      end={
        <>
          <span className={styles.count} role="status">
            {rows.status === 'ready' &&
              (list.rows.length === rows.rows.length
                ? t('list.rows', { count: rows.rows.length })
                : t('list.rows_of', { count: rows.rows.length, shown: list.rows.length }))}
          </span>
          <ViewSwitch views={views} view={state.view} onView={(view) => change({ view })} isMenu={isPhone} />
          <ColumnMenu columns={columns} layout={list.layout} arrange={list.arrange} />
          <SavedViews list={list} />
          <ExportMenu title={title} columns={columns} list={list} isCut={rows.isCut} />
        </>
      }
    >
      <SearchBox value={state.search} onChange={list.setSearch} inputRef={searchRef} />
      <FilterMenu columns={columns} filters={state.filters} onChange={(filters) => change({ filters })} />
      <GroupMenu
        columns={columns}
        group={state.group}
        onGroup={(group) => change({ group })}
        isOffered={GROUPED.has(state.view)}
      />
      {children}
    </Toolbar>
  );
}

interface ViewSwitchProps {
  readonly views: readonly ListViewName[];
  readonly view: ListViewName;
  readonly onView: (view: ListViewName) => void;
  readonly isMenu: boolean;
}

function ViewSwitch({ views, view, onView, isMenu }: ViewSwitchProps) {
  const { t } = useTranslation('ui');
  const Icon = VIEW_ICONS[view];
  if (!isMenu) {
    return (
      <SegmentedControl
        size="xs"
        className={styles.views}
        aria-label={t('list.view')}
        value={view}
        onChange={(name) => onView(name)}
        data={views.map((name) => {
          const Mark = VIEW_ICONS[name];
          return {
            value: name,
            label: (
              <Tooltip label={t(`list.views.${name}`)}>
                <span className={styles.viewMark}>
                  <Mark size={15} aria-hidden />
                  <span className="visually-hidden">{t(`list.views.${name}`)}</span>
                </span>
              </Tooltip>
            ),
          };
        })}
      />
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton
          className={styles.tool}
          aria-label={t('list.view_now', { view: t(`list.views.${view}`) })}
        >
          <Icon size={15} aria-hidden />
          {t(`list.views.${view}`)}
          <ChevronDown size={13} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {views.map((name) => {
          const Mark = VIEW_ICONS[name];
          return (
            <Menu.Item key={name} leftSection={<Mark size={15} aria-hidden />} onClick={() => onView(name)}>
              {t(`list.views.${name}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
