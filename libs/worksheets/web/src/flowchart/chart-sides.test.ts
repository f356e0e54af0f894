import { describe, expect, it } from 'vitest';
import { edgeLine, labelPlace, sidesOf } from './chart-sides.ts';

const activity = (x: number, y: number) => ({ shape: 'activity', x, y }) as const;

describe('the sides that an edge connects', () => {
  it.each([
    ['beside each other', activity(300, 0), { from: 'right', to: 'left' }],
    ['below each other', activity(0, 200), { from: 'bottom', to: 'top' }],
    ['above each other', activity(20, -200), { from: 'top', to: 'bottom' }],
  ])('face each other: %s', (_, target, sides) => {
    expect(sidesOf(activity(0, 0), target)).toEqual(sides);
  });

  it('lead around a node that stands between them', () => {
    const [from, between, to] = [activity(600, 0), activity(300, 0), activity(0, 0)];
    const nodes = [from, between, to];
    const sides = sidesOf(from, to, nodes);
    expect(sides).toEqual({ from: 'top', to: 'top' });
    expect(edgeLine(from, to, sides).map(({ y }) => y)).toEqual([0, -14, -14, 0]);
  });

  it('turn a corner where that is free', () => {
    const [from, to] = [activity(0, 0), activity(400, 200)];
    const sides = sidesOf(from, to, [from, to, activity(200, 90), activity(10, 120)]);
    expect(sides).toEqual({ from: 'right', to: 'top' });
  });
});

describe('the text of an edge', () => {
  const [from, to] = [activity(0, 0), activity(0, 300)];
  it('stands beside the node that the edge leaves', () => {
    const [start = { x: 0, y: 0 }] = edgeLine(from, to, { from: 'bottom', to: 'top' });
    expect(labelPlace(edgeLine(from, to, { from: 'bottom', to: 'top' }))).toEqual({
      ...start,
      y: start.y + 16,
    });
  });

  it('stands behind the corner of an edge that leads around: another may enter the same side', () => {
    const line = edgeLine(from, to, { from: 'left', to: 'left' });
    const [start = { x: 0, y: 0 }, corner = start] = line;
    expect(labelPlace(line)).toEqual({ x: corner.x, y: start.y + 16 });
  });
});
