import type { FlowEdge, FlowNode, FlowShape } from '@cotejo/worksheets-contracts';
import type { DrawnFlowchart } from '@cotejo/worksheets-server';

const COLUMN = 240;
const ROW = 130;
/** Half the size of each shape in the editor, in pixels, so that shapes are centred in columns and rows. */
const HALF: Readonly<Partial<Record<FlowShape, readonly [x: number, y: number]>>> = {
  start: [75, 24],
  end: [75, 24],
  activity: [88, 32],
  decision: [88, 52],
};
const HALF_OF_OTHERS = [80, 36] as const;

/** A step: its lane (index of the actor) and its row from the top. */
export type FlowStep = readonly [shape: FlowShape, lane: number, row: number, label: string];
/** An arrow between two steps, by their indexes in the list. */
export type FlowArrow = readonly [from: number, to: number, label?: string];

/** A flowchart with lanes from left to right and steps from top to bottom. */
export function drawFlowchart(
  lanes: readonly string[],
  steps: readonly FlowStep[],
  arrows: readonly FlowArrow[],
): DrawnFlowchart {
  const nodes = steps.map(([shape, lane, row, label], index): [string, FlowNode] => {
    const [halfWidth, halfHeight] = HALF[shape] ?? HALF_OF_OTHERS;
    const place = { x: lane * COLUMN - halfWidth, y: row * ROW - halfHeight };
    return [`paso-${index + 1}`, { shape, label, ...place, lane: lanes[lane] ?? '' }];
  });
  const edges = arrows.map(([from, to, label], index): [string, FlowEdge] => [
    `flecha-${index + 1}`,
    { source: `paso-${from + 1}`, target: `paso-${to + 1}`, ...(label !== undefined && { label }) },
  ]);
  return { nodes: Object.fromEntries(nodes), edges: Object.fromEntries(edges) };
}
