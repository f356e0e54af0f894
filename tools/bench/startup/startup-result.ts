import { summarise } from '../measure/statistics.ts';
import type { Bar, BenchResult } from '../report/bench-report.ts';
import { fill, words } from '../report/words.ts';
import { SIZES, type Size, type StartupFigures } from './measure-startup.ts';

/** Times of the bare page that a plan may take. */
const RATIOS = { warm: 1.3, cold: 1.6 } as const;
/** Requests for a plan to be shown. */
const MOST_REQUESTS = 30;
const WAYS = ['cold', 'warm'] as const;

export interface StartupSizes {
  readonly small: number;
  readonly large: number;
}

/** All figures, and the bars that they must meet. */
export function startupResult(
  sizes: StartupSizes,
  figures: Readonly<Record<Size, StartupFigures>>,
): BenchResult {
  const { series, bars, notes } = words.startup;
  const label = (text: string, size: Size) => fill(text, { items: sizes[size] });
  const interactive = (size: Size, page: 'plan' | 'bare', way: 'cold' | 'warm') =>
    summarise(figures[size][page][way].map((opening) => opening.interactive));
  return {
    bench: 'startup',
    notes: [notes.cold, notes.warm, notes.bare],
    series: SIZES.flatMap((size) =>
      WAYS.flatMap((way) =>
        (['plan', 'bare'] as const).map((page) => ({
          name: `${size}_${page}_${way}`,
          label: label(series[page][way], size),
          summary: interactive(size, page, way),
        })),
      ),
    ),
    bars: SIZES.flatMap((size) => [
      ...WAYS.map((way): Bar => {
        const ratio = interactive(size, 'plan', way).p50 / interactive(size, 'bare', way).p50;
        return {
          name: `${size}_${way}_ratio`,
          label: label(bars[way], size),
          value: ratio,
          bar: RATIOS[way],
        };
      }),
      {
        name: `${size}_requests`,
        label: label(bars.requests, size),
        value: requestsOf(figures[size]),
        bar: MOST_REQUESTS + 1,
      },
    ]),
  };
}

const requestsOf = ({ plan }: StartupFigures): number =>
  summarise(plan.cold.map(({ requests }) => requests)).max;
