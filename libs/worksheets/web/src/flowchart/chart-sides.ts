import type { FlowNode } from '@cotejo/worksheets-contracts';
import { SIZE_OF_SHAPE } from './shape-outline.ts';

/** Side at which an edge leaves or enters a node. */
export type Side = 'top' | 'right' | 'bottom' | 'left';

type Placed = Pick<FlowNode, 'shape' | 'x' | 'y'>;

const middleOf = ({ shape, x, y }: Placed) => {
  const { width, height } = SIZE_OF_SHAPE[shape];
  return { x: x + width / 2, y: y + height / 2 };
};

/** Facing sides of two nodes; not stored, so that edges follow their nodes. */
export function sidesOf(source: Placed, target: Placed): { readonly from: Side; readonly to: Side } {
  const [a, b] = [middleOf(source), middleOf(target)];
  const [across, down] = [b.x - a.x, b.y - a.y];
  if (Math.abs(across) > Math.abs(down) * 1.5)
    return across > 0 ? { from: 'right', to: 'left' } : { from: 'left', to: 'right' };
  return down >= 0 ? { from: 'bottom', to: 'top' } : { from: 'top', to: 'bottom' };
}

/** Centre of a node's side. */
export function pointOn(node: Placed, side: Side): { readonly x: number; readonly y: number } {
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
