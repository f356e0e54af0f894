import type { FlowShape } from '@cotejo/worksheets-contracts';
import type { Chart, ChartNode } from './chart.ts';

export const nodeOf = (id: string, more: Partial<ChartNode> = {}): ChartNode => ({
  id,
  shape: 'activity',
  label: id,
  x: 0,
  y: 0,
  ...more,
});

/** A chart from a notation: `a>b` connects a to b; `start:a` is a start node. */
export function chartOf(words: string): Chart {
  const nodes = new Map<string, ChartNode>();
  const edges: Chart['edges'][number][] = [];
  const node = (told: string): string => {
    const [id = '', shape] = told.split(':').reverse();
    nodes.set(id, nodes.get(id) ?? nodeOf(id, shape === undefined ? {} : { shape: shape as FlowShape }));
    return id;
  };
  for (const word of words.split(' ').filter(Boolean)) {
    const [from = '', to] = word.split('>');
    const source = node(from);
    if (to === undefined) continue;
    const target = node(to);
    edges.push({ id: `${source}-${target}`, source, target });
  }
  return { nodes: [...nodes.values()], edges };
}
