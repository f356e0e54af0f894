import type { FlowNode } from '@cotejo/worksheets-contracts';
import { SIZE_OF_SHAPE } from './shape-outline.ts';

/** Side at which an edge leaves or enters a node. */
export type Side = 'top' | 'right' | 'bottom' | 'left';

export interface Sides {
  readonly from: Side;
  readonly to: Side;
}

type Placed = Pick<FlowNode, 'shape' | 'x' | 'y'>;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels by which an edge leaves a side before it turns back. */
export const TURN = 14;
/** Pixels from a side to the middle of the text of the edge that leaves it. */
const LABEL = 16;
/** An edge may touch an outline by this many pixels. */
const TOUCH = 2;

const middleOf = ({ shape, x, y }: Placed): Point => {
  const { width, height } = SIZE_OF_SHAPE[shape];
  return { x: x + width / 2, y: y + height / 2 };
};

/**
 * Sides of two nodes which an edge connects: those that face each other, unless the edge would then run over a node
 * and another way has fewer on it. Not stored, so that edges follow their nodes.
 */
export function sidesOf(source: Placed, target: Placed, nodes: readonly Placed[] = []): Sides {
  const ways = waysOf(source, target);
  const [first = FACING.down] = ways;
  let best = { sides: first, covered: coveredBy(source, target, first, nodes) };
  for (const sides of ways) {
    if (best.covered === 0) break;
    const covered = coveredBy(source, target, sides, nodes);
    if (covered < best.covered) best = { sides, covered };
  }
  return best.sides;
}

const FACING = {
  right: { from: 'right', to: 'left' },
  left: { from: 'left', to: 'right' },
  down: { from: 'bottom', to: 'top' },
  up: { from: 'top', to: 'bottom' },
} as const satisfies Record<string, Sides>;

/** Possible ways, the plainest first: straight, with one corner, and around. */
function waysOf(source: Placed, target: Placed): readonly Sides[] {
  const [a, b] = [middleOf(source), middleOf(target)];
  const [across, down] = [b.x - a.x, b.y - a.y];
  const level = across > 0 ? FACING.right : FACING.left;
  const upright = down >= 0 ? FACING.down : FACING.up;
  const isLevel = Math.abs(across) > Math.abs(down) * 1.5;
  const around = (['top', 'bottom', 'left', 'right'] as const).map((side) => ({ from: side, to: side }));
  return [
    ...(isLevel ? [level, upright] : [upright, level]),
    { from: level.from, to: upright.to },
    { from: upright.from, to: level.to },
    ...around,
  ];
}

function coveredBy(source: Placed, target: Placed, sides: Sides, nodes: readonly Placed[]): number {
  const line = edgeLine(source, target, sides);
  return nodes.filter((node) => isCovered(node, line)).length;
}

function isCovered({ shape, x, y }: Placed, line: readonly Point[]): boolean {
  const { width, height } = SIZE_OF_SHAPE[shape];
  return line.slice(1).some((b, at) => {
    const a = line[at] ?? b;
    return (
      Math.max(a.x, b.x) > x + TOUCH &&
      Math.min(a.x, b.x) < x + width - TOUCH &&
      Math.max(a.y, b.y) > y + TOUCH &&
      Math.min(a.y, b.y) < y + height - TOUCH
    );
  });
}

const isUpright = (side: Side): boolean => side === 'top' || side === 'bottom';

/** Corners of an edge between sides of two nodes, from the source to the target. */
export const edgeLine = (source: Placed, target: Placed, sides: Sides): readonly Point[] =>
  lineBetween(pointOn(source, sides.from), pointOn(target, sides.to), sides);

/** Corners of an edge between points on two sides. */
export function lineBetween(a: Point, b: Point, { from, to }: Sides): readonly Point[] {
  if (isUpright(from) !== isUpright(to))
    return [a, isUpright(from) ? { x: a.x, y: b.y } : { x: b.x, y: a.y }, b];
  if (isUpright(from)) {
    const y =
      from !== to ? (a.y + b.y) / 2 : from === 'top' ? Math.min(a.y, b.y) - TURN : Math.max(a.y, b.y) + TURN;
    return [a, { x: a.x, y }, { x: b.x, y }, b];
  }
  const x =
    from !== to ? (a.x + b.x) / 2 : from === 'left' ? Math.min(a.x, b.x) - TURN : Math.max(a.x, b.x) + TURN;
  return [a, { x, y: a.y }, { x, y: b.y }, b];
}

/**
 * Middle of an edge's text: near the node that the edge leaves; behind the first corner if that is too close to the
 * node, where the text would stand on an edge that enters the same side.
 */
export function labelPlace([start, corner = start, next = corner]: readonly Point[]): Point {
  if (start === undefined || corner === undefined || next === undefined) return { x: 0, y: 0 };
  const isClose = Math.hypot(corner.x - start.x, corner.y - start.y) < LABEL;
  return isClose ? along(corner, next) : along(start, corner);
}

const along = (a: Point, b: Point): Point => ({
  x: a.x + Math.sign(b.x - a.x) * LABEL,
  y: a.y + Math.sign(b.y - a.y) * LABEL,
});

/** Centre of a node's side. */
export function pointOn(node: Placed, side: Side): Point {
  const { width, height } = SIZE_OF_SHAPE[node.shape];
  const middle = middleOf(node);
  switch (side) {
    case 'top':
      return { x: middle.x, y: node.y };
    case 'bottom':
      return { x: middle.x, y: node.y + height };
    case 'left':
      return { x: node.x, y: middle.y };
    case 'right':
      return { x: node.x + width, y: middle.y };
  }
}
