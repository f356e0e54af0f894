import { FLOWCHART_MAPS, MAX_FLOW_LABEL } from '@cotejo/worksheets-contracts';
import { describe, expect, it } from 'vitest';
import { Doc } from 'yjs';
import { readChart } from './chart.ts';

const activity = { shape: 'activity', label: 'Registrar', x: 0, y: 0 };

function documentWith(nodes: Record<string, unknown>, edges: Record<string, unknown> = {}): Doc {
  const document = new Doc();
  for (const [id, value] of Object.entries(nodes)) document.getMap(FLOWCHART_MAPS.nodes).set(id, value);
  for (const [id, value] of Object.entries(edges)) document.getMap(FLOWCHART_MAPS.edges).set(id, value);
  return document;
}

describe('the flowchart of a document', () => {
  it.each<[string, unknown]>([
    ['no shape that there is', { ...activity, shape: 'rocket' }],
    ['a place that is no number', { ...activity, x: '12' }],
    ['a place out of this world', { ...activity, y: 1e9 }],
    ['a place that is not finite', { ...activity, y: Number.NaN }],
    ['a label without end', { ...activity, label: 'x'.repeat(MAX_FLOW_LABEL + 1) }],
    ['an item that is no id', { ...activity, item: 'javascript:alert(1)' }],
    ['nothing', null],
    ['a text', 'activity'],
  ])('passes over a node with %s', (_what, value) => {
    const { nodes } = readChart(documentWith({ good: activity, bad: value }));
    expect(nodes.map(({ id }) => id)).toEqual(['good']);
  });

  it('passes over edges that lead nowhere, to themselves, or a second time', () => {
    const document = documentWith(
      { a: activity, b: activity },
      {
        1: { source: 'a', target: 'b' },
        2: { source: 'a', target: 'b' },
        3: { source: 'a', target: 'a' },
        4: { source: 'a', target: 'gone' },
        5: { source: 'b' },
        6: { source: 'b', target: 'a' },
      },
    );
    expect(readChart(document).edges.map(({ id }) => id)).toEqual(['1', '6']);
  });

  it('is in the same order whoever wrote first', () => {
    const [one, other] = [
      documentWith({ b: activity, a: activity }),
      documentWith({ a: activity, b: activity }),
    ];
    expect(readChart(one)).toEqual(readChart(other));
  });

  it('leaves out what a value has beside what a node is', () => {
    const [node] = readChart(documentWith({ a: { ...activity, html: '<img>' } })).nodes;
    expect(node).toEqual({ id: 'a', ...activity });
  });
});
