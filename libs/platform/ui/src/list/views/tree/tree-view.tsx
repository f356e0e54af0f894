import { Button } from '@mantine/core';
import { ChevronRight, ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TreeRow } from '../../../tree-view/shared-tree.ts';
import { TreeView as Tree, type TreeViewHandle } from '../../../tree-view/tree-view.tsx';
import type { ListColumn } from '../../columns/list-column.ts';
import type { ListViewProps } from '../../list-view.ts';
import { AlignedFields, ChoiceMark, fieldsOf } from '../row-fields.tsx';
import { levelItems, nestedItems, type LevelItem } from './tree-levels.ts';
import { useGroupText, useValueText } from '../use-value-text.ts';
import { columnOf, optionOf } from '../value-text.ts';
import styles from './tree-view.module.css';
import shared from '../views.module.css';

export interface TreeViewProps<Row> extends ListViewProps<Row> {
  /** Ids of the grouping columns, outermost first; or the column with the id of each row's parent. */
  readonly by: readonly string[] | { readonly parent: string };
}

/** Maximum number of values beside a row's title. */
const FIELDS_IN_ROW = 4;

/** Rows in nested collapsible groups; arrow keys move, Enter opens. */
export default function TreeView<Row>(props: TreeViewProps<Row>) {
  const { rows, columns, by, idOf, titleOf, open, fresh } = props;
  const { t } = useTranslation('ui');
  const groupText = useGroupText();
  const textOf = useValueText();
  const tree = useRef<TreeViewHandle>(null);
  const levels = useMemo(() => arrangingOf(by).map((id) => columnOf(columns, id)), [by, columns]);
  const isNested = 'parent' in by;
  const items = useMemo(() => {
    const source = { rows, by: levels, idOf, titleOf, labelOf: groupText };
    return isNested ? nestedItems(source) : levelItems(source);
  }, [rows, levels, isNested, idOf, titleOf, groupText]);
  const fields = useMemo(() => {
    const isTitle = (column: ListColumn<Row>) =>
      rows.every((row) => textOf(column, column.value(row)) === titleOf(row));
    const others = columns.filter((column) => !isTitle(column));
    return fieldsOf(others, arrangingOf(by), FIELDS_IN_ROW);
  }, [rows, columns, by, titleOf, textOf]);
  const renderRow = useCallback(
    (row: TreeRow<LevelItem<Row>>) =>
      row.item.row === null ? (
        <GroupRow {...row} />
      ) : (
        <div className={styles.row} data-fresh={fresh.has(row.item.id) || undefined}>
          {isNested && <Toggle {...row} />}
          <span className={styles.title}>{row.item.name}</span>
          <AlignedFields columns={fields} row={row.item.row} />
        </div>
      ),
    [fields, fresh, isNested],
  );
  const openItem = (item: LevelItem<Row>) => {
    if (item.row !== null) open(item.row);
  };
  return (
    <div className={shared.view}>
      <div className={shared.bar}>
        <span className={shared.period}>
          {!isNested && t('views.tree.by', { columns: levels.map(({ label }) => label).join(' › ') })}
        </span>
        <span className={shared.barEnd}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<ChevronsUpDown size={14} aria-hidden />}
            onClick={() => tree.current?.expandAll()}
          >
            {t('views.tree.expand')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<ChevronsDownUp size={14} aria-hidden />}
            onClick={() => tree.current?.collapseAll()}
          >
            {t('views.tree.collapse')}
          </Button>
        </span>
      </div>
      <Tree
        handle={tree}
        items={items}
        label={t('views.tree.label')}
        renderRow={renderRow}
        onOpen={openItem}
        onClick={(item, toggle) => (item.row === null ? toggle() : open(item.row))}
      />
    </div>
  );
}

const arrangingOf = (by: TreeViewProps<unknown>['by']): readonly string[] =>
  'parent' in by ? [by.parent] : by;

/** Opens and closes an item; rows without children get the space it would take. */
function Toggle<Row>({ item, isOpen, toggle }: TreeRow<LevelItem<Row>>) {
  const { t } = useTranslation('ui');
  if (item.children === null) return <span className={styles.toggle} aria-hidden />;
  return (
    <button
      type="button"
      className={styles.toggle}
      data-open={isOpen || undefined}
      tabIndex={-1}
      aria-label={t(isOpen ? 'views.tree.close' : 'views.tree.open', { group: item.name })}
      onClick={(event) => {
        event.stopPropagation();
        toggle();
      }}
    >
      <ChevronRight size={14} aria-hidden />
    </button>
  );
}

function GroupRow<Row>(row: TreeRow<LevelItem<Row>>) {
  const { item } = row;
  const { t } = useTranslation('ui');
  return (
    <div className={styles.row}>
      <Toggle {...row} />
      <span className={styles.group}>
        {item.column?.kind === 'choice' ? (
          <ChoiceMark label={item.name} look={optionOf(item.column, item.value)} />
        ) : (
          item.name
        )}
      </span>
      <span className={shared.count}>{t('views.count', { count: item.count })}</span>
    </div>
  );
}
