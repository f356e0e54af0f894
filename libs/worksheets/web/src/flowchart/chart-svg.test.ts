import { FLOW_SHAPES } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { chartSvg } from './chart-svg.ts';
import { nodeOf } from './given-chart.fixture.ts';
import { wrapLabel } from './shape-outline.ts';

describe('the picture of a chart', () => {
  it('holds all of it with a margin, wherever it lies', () => {
    const nodes = [nodeOf('a', { x: -300, y: -20 }), nodeOf('b', { x: 100, y: 200 })];
    const { svg, width, height } = chartSvg({ nodes, edges: [] });
    expect([width, height]).toEqual([400 + 176 + 48, 220 + 64 + 48]);
    expect(svg).toContain('viewBox="-324 -44 624 332"');
  });

  it('takes words for words', () => {
    const words = '<script>alert("x")</script> & más';
    const nodes = [nodeOf('a', { label: words, lane: '<b>' }), nodeOf('b', { y: 200 })];
    const { svg } = chartSvg({ nodes, edges: [{ id: 'e', source: 'a', target: 'b', label: '"><img>' }] });
    expect(svg).not.toMatch(/<(script|img|b)\b/);
    expect(svg).toContain('&amp; más');
  });

  it.each(FLOW_SHAPES)('draws a %s', (shape) => {
    expect(chartSvg({ nodes: [nodeOf('a', { shape })], edges: [] }).svg).toMatch(/<path d="M[^"]+Z/);
  });
});

describe('a label in lines', () => {
  it.each([
    ['Registrar la factura', 12, 3, ['Registrar la', 'factura']],
    ['Desoxirribonucleico', 8, 3, ['Desoxirribonucleico']],
    ['uno dos tres cuatro', 4, 2, ['uno', 'dos…']],
    ['  ', 8, 2, []],
  ])('%s', (label, most, lines, wrapped) => {
    expect(wrapLabel(label, most, lines)).toEqual(wrapped);
  });
});
