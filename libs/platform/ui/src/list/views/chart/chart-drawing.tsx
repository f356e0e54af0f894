import { BarChart, DonutChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { BarRectangleItem } from 'recharts';
import { token } from '../../../theme/tokens.ts';
import type { CellValue } from '../../columns/list-column.ts';
import type { drawnBuckets } from './chart-buckets.ts';
import { choiceColour } from '../choice-colour.ts';
import type { ChartShape } from './chart-view.tsx';
import styles from './chart-view.module.css';

type DrawnBucket = ReturnType<typeof drawnBuckets>[number];

interface ChartDrawingProps {
  readonly shape: ChartShape;
  readonly bars: readonly DrawnBucket[];
  /** Name of the measure. */
  readonly label: string;
  readonly textOf: (amount: number) => string;
  readonly choose: ((value: CellValue) => void) | undefined;
}

const BAR_PX = 36;
const AXIS_PX = 60;
const NAMES_PX = 150;
const DONUT_PX = 260;

/** The drawing is hidden from screen readers and the keyboard: the table beside it is equivalent. */
export function ChartDrawing({ shape, bars, label, textOf, choose }: ChartDrawingProps) {
  return (
    <div className={styles.drawing} data-can-pick={choose !== undefined || undefined} aria-hidden>
      {shape === 'bars' ? (
        <Bars bars={bars} label={label} textOf={textOf} choose={choose} />
      ) : (
        <Donut bars={bars} textOf={textOf} choose={choose} />
      )}
    </div>
  );
}

const pickOf = (bar: DrawnBucket | undefined, choose: ChartDrawingProps['choose']) => {
  // The combined bar has no single value to filter by.
  if (bar && !bar.isRest) choose?.(bar.value);
};

/** Colour of a bar. Without option colours bars use the accent, and grey for combined or missing values. */
const fillOf = (bar: DrawnBucket, bars: readonly DrawnBucket[]): string => {
  const isPlain =
    bars.every(({ color, tone }) => color === undefined && tone === undefined) &&
    !bar.isRest &&
    bar.value !== null;
  return isPlain ? token('accent') : choiceColour(bar);
};

function Bars({ bars, label, textOf, choose }: Omit<ChartDrawingProps, 'shape'>) {
  return (
    <BarChart
      h={bars.length * BAR_PX + AXIS_PX}
      w="100%"
      data={bars.map((bar) => ({ name: bar.label, amount: bar.amount, color: fillOf(bar, bars) }))}
      dataKey="name"
      orientation="vertical"
      gridAxis="y"
      tickLine="none"
      series={[{ name: 'amount', label, color: token('accent') }]}
      valueFormatter={textOf}
      withBarValueLabel
      valueLabelProps={{ fill: token('ink-2') }}
      maxBarWidth={22}
      yAxisProps={{ width: NAMES_PX, interval: 0 }}
      xAxisProps={{ allowDecimals: false }}
      barChartProps={{ accessibilityLayer: false, margin: { right: 48 } }}
      barProps={{
        isAnimationActive: false,
        radius: 3,
        onClick: (_bar: BarRectangleItem, index: number) => pickOf(bars[index], choose),
      }}
    />
  );
}

/** Segments without option colours are shades of the accent. */
const shadeOf = (bar: DrawnBucket, index: number, bars: readonly DrawnBucket[]): string => {
  const fill = fillOf(bar, bars);
  if (fill !== token('accent')) return fill;
  const share = Math.round(100 - (index / bars.length) * 70);
  return `color-mix(in srgb, ${fill} ${share}%, ${token('surface')})`;
};

function Donut({ bars, textOf, choose }: Omit<ChartDrawingProps, 'shape' | 'label'>) {
  const total = bars.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <DonutChart
      size={DONUT_PX}
      thickness={36}
      data={bars.map((bar, index) => ({
        name: bar.label,
        value: bar.amount,
        color: shadeOf(bar, index, bars),
      }))}
      chartLabel={textOf(total)}
      valueFormatter={textOf}
      strokeColor={token('surface')}
      strokeWidth={2}
      tooltipDataSource="segment"
      withLegend
      accessibilityLayer={false}
      pieProps={{
        rootTabIndex: -1,
        isAnimationActive: false,
        onClick: (_segment: unknown, index: number) => pickOf(bars[index], choose),
      }}
    />
  );
}
