import { cpus, loadavg } from 'node:os';
import type { Summary } from '../measure/statistics.ts';
import { figure, table, whole } from './table.ts';
import { fill, words } from './words.ts';

/** A limit for a figure. A missed bar is reported, but does not fail the run. */
export interface Bar {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly bar: number;
  /** True when the figure must reach the bar; otherwise it must stay below. */
  readonly atLeast?: boolean;
}

/** A single figure: a rate, a size, a one-off time. Its name contains the unit. */
export interface Count {
  readonly name: string;
  readonly label: string;
  readonly value: number;
}

export interface Series {
  /** Prefix of the names of its figures. */
  readonly name: string;
  readonly label: string;
  /** Milliseconds. */
  readonly summary: Summary;
}

export interface BenchResult {
  readonly bench: string;
  readonly series: readonly Series[];
  readonly counts?: readonly Count[];
  readonly figures?: Readonly<Record<string, number>>;
  readonly bars: readonly Bar[];
  readonly notes?: readonly string[];
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Prints the tables and, as the last line, the results as JSON, for comparing runs. */
export function report({ bench, series, counts = [], figures = {}, bars, notes = [] }: BenchResult): void {
  const judged = bars.map((bar) => ({ ...bar, value: rounded(bar.value), bar: rounded(bar.bar) }));
  const verdicts = judged.map((bar) => ({
    ...bar,
    ok: bar.atLeast ? bar.value >= bar.bar : bar.value < bar.bar,
  }));
  const named = series.flatMap(({ name, summary }) =>
    (['p50', 'p95', 'p99', 'max'] as const).map((part) => [`${name}_${part}_ms`, summary[part]] as const),
  );
  const all = Object.fromEntries(
    [...named, ...counts.map(({ name, value }) => [name, value] as const), ...Object.entries(figures)].map(
      ([name, value]) => [name, rounded(value)],
    ),
  );
  const lines = [
    machine(),
    ...notes,
    '',
    table(
      [words.report.milliseconds, 'n', 'p50', 'p95', 'p99', words.report.max],
      series.map(({ label, summary: { count, p50, p95, p99, max } }) => [
        label,
        String(count),
        ...[p50, p95, p99, max].map(figure),
      ]),
    ),
    ...(counts.length === 0
      ? []
      : [
          '',
          table(
            [words.report.figure, ''],
            counts.map(({ label, value }) => [label, whole(value)]),
          ),
        ]),
    '',
    table(
      [words.report.bar, words.report.value, words.report.limit, ''],
      verdicts.map(({ label, value, bar, ok, atLeast }) => [
        label,
        figure(value),
        `${atLeast ? '≥' : '<'} ${figure(bar)}`,
        ok ? words.report.met : words.report.missed,
      ]),
    ),
    '',
    JSON.stringify({
      bench,
      figures: all,
      bars: verdicts.map(({ name, value, bar, ok }) => ({ name, value, bar, ok })),
    }),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function machine(): string {
  const found = cpus();
  return fill(words.report.machine, {
    cpus: found.length,
    model: found[0]?.model.trim() ?? '?',
    node: process.version,
    load: loadavg().map(figure).join(' '),
    seconds: Math.round(process.uptime()),
  });
}
