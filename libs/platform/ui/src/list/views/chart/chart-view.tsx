import { Select, SegmentedControl } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useFormat } from '../../../provider/use-format.ts';
import type { CellValue, ListColumn } from '../../columns/list-column.ts';
import type { ListViewProps } from '../../list-view.ts';
import { buckets, canGroup, canSum, drawnBuckets } from './chart-buckets.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import { ChartFigures } from './chart-figures.tsx';
import { useGroupText } from '../use-value-text.ts';
import { amountText } from '../value-text.ts';
import styles from './chart-view.module.css';
import shared from '../views.module.css';

export const CHART_SHAPES = ['bars', 'donut'] as const;
export type ChartShape = (typeof CHART_SHAPES)[number];

/** Settings of the chart; stored in the URL. */
export interface ChartSettings {
  readonly by: string;
  /** Number column to sum; null counts rows. */
  readonly sum: string | null;
  readonly shape: ChartShape;
}

export interface ChartViewProps<Row> extends ListViewProps<Row> {
  readonly settings?: ChartSettings;
  readonly onSettings?: (settings: ChartSettings) => void;
  /** Called with a bar's column and value (a year for days and moments). Absent: bars are not clickable. */
  readonly pick?: (columnId: string, value: CellValue) => void;
}

/** Maximum number of distinguishable bars or segments; smaller ones are combined, and listed in the table. */
const MOST_DRAWN: Readonly<Record<ChartShape, number>> = { bars: 20, donut: 8 };

/** Rows counted or summed by a column: as bars or a donut, and as a table. */
export default function ChartView<Row>(props: ChartViewProps<Row>) {
  const { rows, columns, pick } = props;
  const { t } = useTranslation('ui');
  const format = useFormat();
  const groupText = useGroupText();
  const groupings = useMemo(() => columns.filter((column) => canGroup(column, rows)), [columns, rows]);
  const sums = useMemo(() => columns.filter((column) => canSum(column, rows)), [columns, rows]);
  const [settings, setSettings] = useUncontrolled<ChartSettings>({
    ...(props.settings === undefined ? {} : { value: props.settings }),
    defaultValue: { by: groupings[0]?.id ?? '', sum: null, shape: 'bars' },
    ...(props.onSettings === undefined ? {} : { onChange: props.onSettings }),
  });
  const by = groupings.find(({ id }) => id === settings.by) ?? groupings[0];
  const measure = sums.find(({ id }) => id === settings.sum) ?? null;

  const all = useMemo(
    () =>
      by === undefined
        ? []
        : buckets(rows, by, measure, {
            empty: groupText(by, null),
            yes: t('views.yes'),
            no: t('views.no'),
            yearOf: (value) => format.isoDay(value).slice(0, 4),
          }),
    [rows, by, measure, groupText, t, format],
  );
  if (by === undefined || rows.length === 0) return <EmptyState title={t('views.chart.nothing')} />;

  const drawn = drawnBuckets(all, MOST_DRAWN[settings.shape], (count) => t('views.chart.others', { count }));
  const textOf = (amount: number) =>
    measure === null ? format.number(amount) : amountText(measure, amount, format);
  const measureLabel = measure?.label ?? t('views.chart.rows');
  const choose = pick && ((value: CellValue) => pick(by.id, value));
  const change = (part: Partial<ChartSettings>) => setSettings({ ...settings, by: by.id, ...part });
  return (
    <div className={shared.view}>
      <div className={shared.bar}>
        <Select
          size="xs"
          aria-label={t('views.chart.by')}
          data={groupings.map(optionFor)}
          value={by.id}
          allowDeselect={false}
          onChange={(id) => id !== null && change({ by: id })}
        />
        <Select
          size="xs"
          aria-label={t('views.chart.measure')}
          data={[
            { value: '', label: t('views.chart.rows') },
            ...sums.map(({ id, label }) => ({ value: id, label: t('views.chart.sum', { column: label }) })),
          ]}
          value={measure?.id ?? ''}
          allowDeselect={false}
          onChange={(id) => change({ sum: id === '' ? null : id })}
        />
        <span className={shared.barEnd}>
          <SegmentedControl
            size="xs"
            aria-label={t('views.chart.shape')}
            data={[
              { value: 'bars', label: t('views.chart.bars') },
              { value: 'donut', label: t('views.chart.donut') },
            ]}
            value={settings.shape}
            onChange={(shape) => change({ shape })}
          />
        </span>
      </div>
      <div className={styles.body}>
        <ChartDrawing
          shape={settings.shape}
          bars={drawn}
          label={measureLabel}
          textOf={textOf}
          choose={choose}
        />
        <ChartFigures
          title={t('views.chart.title', { measure: measureLabel, column: by.label.toLocaleLowerCase() })}
          column={by.label}
          measure={measure?.label ?? null}
          all={all}
          textOf={textOf}
          choose={choose}
        />
      </div>
    </div>
  );
}

const optionFor = <Row,>({ id, label }: ListColumn<Row>) => ({ value: id, label });
