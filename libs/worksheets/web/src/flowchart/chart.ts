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

/** A flowchart as it is drawn: nodes and edges in the order of their ids, so that everybody sees the same. */
export interface Chart {
  readonly nodes: readonly ChartNode[];
  readonly edges: readonly ChartEdge[];
}

export const EMPTY_CHART: Chart = { nodes: [], edges: [] };

/**
 * The flowchart of a document. Anybody may have written it: what is malformed, an edge without both of its ends or
 * from a node to itself, and a second edge between the same two are passed over.
 */
export const readChart = (document: Doc): Chart =>
  chartOf(document.getMap(FLOWCHART_MAPS.nodes).entries(), document.getMap(FLOWCHART_MAPS.edges).entries());

type Entries = Iterable<readonly [id: string, value: unknown]>;

/** The same of its nodes and edges by their ids. */
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
