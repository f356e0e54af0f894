import type { FlowShape } from '@cotejo/worksheets-contracts';
import type { Place } from './arrange-chart.ts';
import type { Chart, ChartNode } from './chart.ts';
import { SIZE_OF_SHAPE } from './shape-outline.ts';

const BESIDE = 40;
const BELOW = 56;

/**
 * Position of a new node that was not dropped: below its predecessor, else below the lowest node; shifted
 * right while occupied.
 */
export function placeForNew({ nodes }: Chart, after: ChartNode | undefined, shape: FlowShape): Place {
  const above = after ?? nodes.toSorted((a, b) => bottomOf(b) - bottomOf(a))[0];
  const { width, height } = SIZE_OF_SHAPE[shape];
  if (!above) return { x: -width / 2, y: 0 };
  const y = bottomOf(above) + BELOW;
  let x = above.x + (SIZE_OF_SHAPE[above.shape].width - width) / 2;
  const inTheWay = () =>
    nodes.find((node) => {
      const size = SIZE_OF_SHAPE[node.shape];
      return node.x < x + width && x < node.x + size.width && node.y < y + height && y < node.y + size.height;
    });
  for (let other = inTheWay(); other; other = inTheWay())
    x = other.x + SIZE_OF_SHAPE[other.shape].width + BESIDE;
  return { x: Math.round(x), y: Math.round(y) };
}

const bottomOf = ({ y, shape }: ChartNode): number => y + SIZE_OF_SHAPE[shape].height;
