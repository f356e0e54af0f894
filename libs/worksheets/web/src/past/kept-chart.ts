import { chartOf, type Chart } from '../flowchart/chart.ts';

/** The flowchart of a revision (`{nodes, edges}`); malformed parts are skipped. */
export const keptChart = (body: Readonly<Record<string, unknown>> | null): Chart =>
  chartOf(entriesOf(body?.['nodes']), entriesOf(body?.['edges']));

const entriesOf = (map: unknown): [string, unknown][] =>
  typeof map === 'object' && map !== null ? Object.entries(map) : [];

/** Text of a chart for diffs, one line per shape and arrow. */
export function chartWords({ nodes, edges }: Chart): string {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  const shapes = nodes.map(({ label, lane }) => (lane === undefined ? label : `${label} (${lane})`));
  const arrows = edges.map(({ source, target, label }) => {
    const ends = `${labels.get(source) ?? ''} → ${labels.get(target) ?? ''}`;
    return label === undefined ? ends : `${ends}: ${label}`;
  });
  return [...shapes, ...arrows].join('\n');
}
