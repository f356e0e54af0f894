import { FLOW_SHAPES } from '@cotejo/worksheets-contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrangeChart } from './arrange-chart.ts';
import type { Chart } from './chart.ts';
import { chartOf, nodeOf } from './given-chart.fixture.ts';
import { SIZE_OF_SHAPE } from './shape-outline.ts';

const rowsOf = (chart: Chart): string => {
  const places = arrangeChart(chart);
  const byRow = new Map<number, { id: string; x: number }[]>();
  for (const { id, shape } of chart.nodes) {
    const { x = 0, y = 0 } = places.get(id) ?? {};
    const middle = y + SIZE_OF_SHAPE[shape].height / 2;
    byRow.set(middle, [...(byRow.get(middle) ?? []), { id, x }]);
  }
  return [...byRow.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, row]) =>
      row
        .sort((a, b) => a.x - b.x)
        .map(({ id }) => id)
        .join(' '),
    )
    .join(' / ');
};

describe('a chart that is arranged', () => {
  it.each([
    ['a row of steps', 'start:a>b b>c c>end:d', 'a / b / c / d'],
    ['a decision', 'a>decision:b b>c b>d c>e d>e', 'a / b / c d / e'],
    ['a step after the longest way to it', 'a>b b>c a>c', 'a / b / c'],
    ['a way back', 'start:a>b b>c c>b c>d', 'a / b / c / d'],
    ['a circle alone', 'a>b b>c c>a', 'a / b / c'],
    ['what leads nowhere beside what does', 'a b c>d', 'a b c / d'],
    ['crossings that need not be', 'a>c b>d a b d c', 'a b / c d'],
    ['an empty chart', '', ''],
  ])('%s', (_what, words, rows) => {
    expect(rowsOf(chartOf(words))).toBe(rows);
  });

  it('has each lane in columns of its own', () => {
    const nodes = [
      nodeOf('a', { lane: 'Compras' }),
      nodeOf('b', { lane: 'Tesorería' }),
      nodeOf('c', { lane: 'Compras' }),
    ];
    const edges = [
      { id: '1', source: 'a', target: 'b' },
      { id: '2', source: 'b', target: 'c' },
    ];
    const places = arrangeChart({ nodes, edges });
    expect(places.get('a')?.x).toBe(places.get('c')?.x);
    expect(places.get('b')?.x).toBeGreaterThan((places.get('a')?.x ?? 0) + SIZE_OF_SHAPE.activity.width);
  });

  const charts = fc
    .array(
      fc.record({ shape: fc.constantFrom(...FLOW_SHAPES), lane: fc.constantFrom(undefined, 'A', 'B') }),
      {
        minLength: 1,
        maxLength: 14,
      },
    )
    .chain((shapes) =>
      fc
        .array(fc.tuple(fc.nat(shapes.length - 1), fc.nat(shapes.length - 1)), { maxLength: 24 })
        .map((pairs): Chart => ({
          nodes: shapes.map(({ shape, lane }, at) =>
            nodeOf(`n${at}`, { shape, ...(lane !== undefined && { lane }) }),
          ),
          edges: pairs
            .filter(([a, b]) => a !== b)
            .map(([a, b], at) => ({ id: `e${at}`, source: `n${a}`, target: `n${b}` })),
        })),
    );

  it('gives each node a place, none on another, always the same', () => {
    fc.assert(
      fc.property(charts, (chart) => {
        const places = arrangeChart(chart);
        expect(places.size).toBe(chart.nodes.length);
        expect(arrangeChart(chart)).toEqual(places);
        const boxes = chart.nodes.map(({ id, shape }) => ({
          ...SIZE_OF_SHAPE[shape],
          ...(places.get(id) ?? { x: 0, y: 0 }),
        }));
        for (const [at, a] of boxes.entries())
          for (const b of boxes.slice(at + 1)) {
            const isApart =
              a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
            expect(isApart).toBe(true);
          }
      }),
    );
  });
});
