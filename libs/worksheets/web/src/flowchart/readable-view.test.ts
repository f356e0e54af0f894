import { describe, expect, it } from 'vitest';
import { nodeOf } from './given-chart.fixture.ts';
import { readableView } from './readable-view.ts';

const phone = { width: 352, height: 420 };
const edges = { top: 16, right: 16, bottom: 16, left: 16 };

describe('the first look at a chart', () => {
  it('is of nothing while it is empty', () => {
    expect(readableView({ nodes: [], edges: [] }, phone, edges)).toBeNull();
  });
  it('is of the whole, in the middle, when its words can be read', () => {
    const nodes = [nodeOf('a'), nodeOf('b', { y: 130 })];
    expect(readableView({ nodes, edges: [] }, phone, edges)).toEqual({ x: 88, y: 113, zoom: 1 });
    const wide = [nodeOf('a'), nodeOf('b', { x: 200 })];
    const view = readableView({ nodes: wide, edges: [] }, phone, edges);
    expect(view?.zoom).toBeCloseTo(320 / 376);
    expect(view?.x).toBeCloseTo(16);
  });
  it('is of where it begins, large enough to be read, when it is not', () => {
    const nodes = [nodeOf('a'), nodeOf('b', { x: 900, y: 130 })];
    expect(readableView({ nodes, edges: [] }, phone, edges)).toMatchObject({ x: 16, zoom: 0.8 });
  });
  it('is of the top of a tall chart, in the middle of the width', () => {
    const nodes = [nodeOf('a'), nodeOf('b', { x: 176, y: 2_000 })];
    const view = readableView({ nodes, edges: [] }, phone, edges);
    expect(view).toEqual({ x: expect.closeTo(16 + (320 - 352 * 0.8) / 2), y: 16, zoom: 0.8 });
  });
  it('goes to the beginning when that is far to the right', () => {
    const nodes = [nodeOf('a', { x: 900, y: -130 }), nodeOf('b')];
    const view = readableView({ nodes, edges: [] }, phone, edges);
    // The first shape is centred horizontally.
    expect(view?.x).toBeCloseTo(176 - 988 * 0.8);
  });
});
