import { describe, expect, it } from 'vitest';
import { nodeOf } from './given-chart.fixture.ts';
import { readableView } from './readable-view.ts';

const phone = { width: 350, height: 420 };

describe('the first look at a chart in a small window', () => {
  it('is of the whole when its words can be read', () => {
    expect(readableView({ nodes: [], edges: [] }, phone)).toBeNull();
    expect(readableView({ nodes: [nodeOf('a'), nodeOf('b', { y: 130 })], edges: [] }, phone)).toBeNull();
  });
  it('is of where it begins, large enough to be read, when it is not', () => {
    const nodes = [nodeOf('a'), nodeOf('b', { x: 900, y: 130 })];
    expect(readableView({ nodes, edges: [] }, phone)).toEqual({ x: 16, y: 16, zoom: 0.7 });
  });
  it('goes to the beginning when that is far to the right', () => {
    const nodes = [nodeOf('a', { x: 900, y: -130 }), nodeOf('b')];
    const view = readableView({ nodes, edges: [] }, phone);
    // The first shape is centred horizontally at the top of the viewport.
    expect(view).toEqual({ x: expect.closeTo(175 - 988 * 0.7), y: 16 + 130 * 0.7, zoom: 0.7 });
  });
});
