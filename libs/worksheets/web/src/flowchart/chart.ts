import {
  FLOWCHART_MAPS,
  flowEdge,
  flowNode,
  type FlowEdge,
  type FlowNode,
} from '@cotejo/worksheets-contracts';
import type { Doc } from 'yjs';

export interface ChartNode extends FlowNode {
  readonly id: string;
}
export interface ChartEdge extends FlowEdge {
  readonly id: string;
}

/** A flowchart for display: nodes and edges sorted by id, so that all users see the same. */
export interface Chart {
  readonly nodes: readonly ChartNode[];
  readonly edges: readonly ChartEdge[];
}

export const EMPTY_CHART: Chart = { nodes: [], edges: [] };

/**
 * Reads the flowchart of a document. Any client may have written it: malformed entries, edges without both
 * ends, self-edges and duplicate edges are skipped.
 */
export const readChart = (document: Doc): Chart =>
  chartOf(document.getMap(FLOWCHART_MAPS.nodes).entries(), document.getMap(FLOWCHART_MAPS.edges).entries());

type Entries = Iterable<readonly [id: string, value: unknown]>;

/** Builds a chart from nodes and edges by id. */
export function chartOf(allNodes: Entries, allEdges: Entries): Chart {
  const nodes = sorted(allNodes).flatMap(([id, value]): ChartNode[] => {
    const parsed = flowNode.safeParse(value);
    return parsed.success ? [{ id, ...parsed.data }] : [];
  });
  const ids = new Set(nodes.map(({ id }) => id));
  const pairs = new Set<string>();
  const edges = sorted(allEdges).flatMap(([id, value]): ChartEdge[] => {
    const parsed = flowEdge.safeParse(value);
    if (!parsed.success) return [];
    const { source, target } = parsed.data;
    const pair = `${source} ${target}`;
    if (source === target || !ids.has(source) || !ids.has(target) || pairs.has(pair)) return [];
    pairs.add(pair);
    return [{ id, ...parsed.data }];
  });
  return { nodes, edges };
}

const sorted = (entries: Entries): (readonly [string, unknown])[] =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
