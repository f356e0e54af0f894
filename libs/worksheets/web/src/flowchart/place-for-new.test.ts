import { describe, expect, it } from 'vitest';
import { chartOf, nodeOf } from './given-chart.fixture.ts';
import { placeForNew } from './place-for-new.ts';
import { pointOn, sidesOf } from './chart-sides.ts';

describe('where a new shape goes', () => {
  it('is the middle of an empty chart', () => {
    expect(placeForNew(chartOf(''), undefined, 'activity')).toEqual({ x: -88, y: 0 });
  });
  it('is below the chosen one, and beside what is there already', () => {
    const a = nodeOf('a');
    expect(placeForNew({ nodes: [a], edges: [] }, a, 'activity')).toEqual({ x: 0, y: 120 });
    const nodes = [a, nodeOf('b', { y: 120 })];
    expect(placeForNew({ nodes, edges: [] }, a, 'activity')).toEqual({ x: 216, y: 120 });
  });
  it('is below the lowest when none is chosen', () => {
    const nodes = [nodeOf('a'), nodeOf('b', { y: 400 })];
    expect(placeForNew({ nodes, edges: [] }, undefined, 'connector').y).toBe(520);
  });
});

describe('the sides of an edge', () => {
  it.each([
    ['below', { x: 0, y: 200 }, 'bottom', 'top'],
    ['above', { x: 20, y: -200 }, 'top', 'bottom'],
    ['to the right', { x: 400, y: 10 }, 'right', 'left'],
    ['to the left', { x: -400, y: 10 }, 'left', 'right'],
  ])('look at one another when the other is %s', (_where, place, from, to) => {
    expect(sidesOf(nodeOf('a'), nodeOf('b', place))).toEqual({ from, to });
  });
  it('end in their middles', () => {
    const node = nodeOf('a', { x: 10, y: 20 });
    const ends = (['top', 'right', 'bottom', 'left'] as const).map((side) => pointOn(node, side));
    expect(ends).toEqual([
      { x: 98, y: 20 },
      { x: 186, y: 52 },
      { x: 98, y: 84 },
      { x: 10, y: 52 },
    ]);
  });
});
