import { useTranslation } from 'react-i18next';
import { useFormat } from '../provider/use-format.ts';
import { useWorkspace } from '../workspace/workspace.tsx';
import type { ListColumn } from './columns/list-column.ts';
import { useFilterWords } from './use-filter-words.ts';
import type { ListModel } from './use-list.ts';

export interface ListFactsOptions<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly list: Pick<ListModel<Row>, 'state' | 'rows'>;
  readonly isCut: boolean;
}

type Fact = readonly [label: string, value: string];

/** Which rows of a list are shown, for a document that is read elsewhere: by whom and when, found how, how many. */
export function useListFacts<Row>(): (options: ListFactsOptions<Row>) => readonly Fact[] {
  const { t } = useTranslation('ui');
  const { me } = useWorkspace();
  const format = useFormat();
  const words = useFilterWords<Row>();
  return ({ columns, list: { state, rows }, isCut }) => {
    const { search, filters, order } = state;
    const ordered = columns.find(({ id }) => id === order?.column)?.label;
    const filtered = columns.flatMap((column): Fact[] => {
      const filter = filters[column.id];
      return filter === undefined ? [] : [[column.label, words(column, filter)]];
    });
    const at = format.dateTime(new Date().toISOString());
    return [
      [t('list.document.made'), t('list.document.made_by', { name: me.name, at })],
      ...(search === '' ? [] : [[t('list.search'), search] as const]),
      ...filtered,
      ...(ordered === undefined
        ? []
        : [
            [
              t('list.document.order'),
              order?.isDescending ? t('list.document.descending', { column: ordered }) : ordered,
            ] as const,
          ]),
      [
        t('list.document.rows'),
        isCut ? t('list.cut', { count: rows.length }) : t('list.rows', { count: rows.length }),
      ],
    ];
  };
}
