import { Graph, layout } from '@dagrejs/dagre';
import type { Chart, ChartNode } from './chart.ts';
import { SIZE_OF_SHAPE } from './shape-outline.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Pixels between adjacent nodes, and between layers. */
const BESIDE = 48;
const BELOW = 56;
/**
 * Layout of a chart from top to bottom: dagre decides the layers and their order, the lanes give each layer
 * its columns. Deterministic.
 */
export function arrangeChart(chart: Chart): ReadonlyMap<string, Place> {
  const layers = layersOf(chart);
  const lanes = lanesOf(chart.nodes);
  const widthOf = laneWidths(layers, lanes);
  const places = new Map<string, Place>();
  let y = 0;
  for (const layer of layers) {
    const height = Math.max(...layer.map(({ shape }) => SIZE_OF_SHAPE[shape].height));
    let left = 0;
    for (const lane of lanes) {
      const row = layer.filter((node) => (node.lane ?? '') === lane);
      const laneWidth = widthOf.get(lane) ?? 0;
      let x = left + (laneWidth - rowWidth(row)) / 2;
      for (const { id, shape } of row) {
        const { width, height: own } = SIZE_OF_SHAPE[shape];
        places.set(id, { x: Math.round(x), y: Math.round(y + (height - own) / 2) });
        x += width + BESIDE;
      }
      left += laneWidth + BESIDE * 2;
    }
    y += height + BELOW;
  }
  return places;
}

type Layer = readonly ChartNode[];

/** Layers from top to bottom, each from left to right. Each node is below all its predecessors. */
function layersOf({ nodes, edges }: Chart): readonly Layer[] {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ nodesep: BESIDE, ranksep: BELOW });
  for (const { id, shape } of nodes) graph.setNode(id, { ...SIZE_OF_SHAPE[shape] });
  // dagre puts later edges further left: reversed, the first branch of a decision is the leftmost.
  for (const { id, source, target } of edges.toReversed()) graph.setEdge(source, target, {}, id);
  layout(graph);
  const byMiddle = new Map<number, { node: ChartNode; x: number }[]>();
  for (const node of nodes) {
    const { x, y } = graph.node(node.id) as Place;
    byMiddle.set(y, [...(byMiddle.get(y) ?? []), { node, x }]);
  }
  return [...byMiddle]
    .sort(([a], [b]) => a - b)
    .map(([, layer]) => layer.sort((a, b) => a.x - b.x).map(({ node }) => node));
}

/** Lanes, sorted so that all users get the same order; nodes without a lane come first. */
function lanesOf(nodes: readonly ChartNode[]): readonly string[] {
  return [...new Set(nodes.map(({ lane }) => lane ?? ''))].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

const rowWidth = (row: readonly ChartNode[]): number =>
  row.reduce((sum, { shape }) => sum + SIZE_OF_SHAPE[shape].width, 0) + BESIDE * Math.max(0, row.length - 1);

function laneWidths(layers: readonly Layer[], lanes: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    lanes.map((lane) => [
      lane,
      Math.max(0, ...layers.map((layer) => rowWidth(layer.filter((node) => (node.lane ?? '') === lane)))),
    ]),
  );
}
