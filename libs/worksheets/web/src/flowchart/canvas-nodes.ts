import type { Edge, Node } from '@xyflow/react';
import type { Chart, ChartNode } from './chart.ts';
import { sidesOf } from './chart-sides.ts';
import { SIZE_OF_SHAPE } from './shape-outline.ts';

export type CanvasNode = Node<{ readonly node: ChartNode }, 'shape'>;

/** Nodes for the canvas: keeps measured sizes, and the position of a node being dragged. */
export function canvasNodes(
  { nodes }: Chart,
  before: readonly CanvasNode[],
  words: { readonly selected: ReadonlySet<string>; readonly nameOf: (node: ChartNode) => string },
): CanvasNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  return nodes.map((node) => {
    const old = known.get(node.id);
    return {
      ...old,
      id: node.id,
      type: 'shape',
      data: old?.data.node === node ? old.data : { node },
      position: old?.dragging ? old.position : { x: node.x, y: node.y },
      ...SIZE_OF_SHAPE[node.shape],
      selected: words.selected.has(node.id),
      ariaLabel: words.nameOf(node),
    };
  });
}

/** Edges for the canvas. */
export function canvasEdges({ nodes, edges }: Chart, selected: ReadonlySet<string>): Edge[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return edges.flatMap(({ id, source, target, label }): Edge[] => {
    const [from, to] = [byId.get(source), byId.get(target)];
    if (!from || !to) return [];
    const sides = sidesOf(from, to, nodes);
    return [
      {
        id,
        source,
        target,
        type: 'line',
        sourceHandle: sides.from,
        targetHandle: sides.to,
        selected: selected.has(id),
        ...(label !== undefined && { label }),
      },
    ];
  });
}
